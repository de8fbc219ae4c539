"""How the pages look on this phone: light, dark or black, four or two colours."""

from flask import Response, request

from web.auth import check_same_origin, is_https
from web.pages.door import given, go, page, pages

COOKIE = "look"
DAYS = 400
THEMES = ("auto", "light", "dark", "black")
SUITS = ("four", "two")


def chosen() -> dict[str, str]:
    """Return what this phone chose; what it did not choose is the first of each."""
    theme, _, suits = request.cookies.get(COOKIE, "").partition(".")
    return {
        "theme": theme if theme in THEMES else THEMES[0],
        "suits": suits if suits in SUITS else SUITS[0],
    }


@pages.app_template_global()
def look() -> str:
    """Return the classes of the page, empty where nothing was chosen."""
    found = chosen()
    theme = "" if found["theme"] == THEMES[0] else found["theme"]
    suits = "" if found["suits"] == SUITS[0] else f"suits-{found['suits']}"
    return f"{theme} {suits}".strip()


@pages.get("/look")
def look_page() -> Response:
    """Show what can be chosen."""
    return page("look.html", form=chosen(), themes=THEMES, suits=SUITS)


@pages.post("/look")
def choose_look() -> Response:
    """Keep the choice on this phone."""
    check_same_origin()
    form = given()
    theme, suits = form.get("theme", ""), form.get("suits", "")
    response = go("/look")
    response.set_cookie(
        COOKIE,
        f"{theme if theme in THEMES else THEMES[0]}."
        f"{suits if suits in SUITS else SUITS[0]}",
        max_age=DAYS * 86400,
        httponly=True,
        samesite="Lax",
        secure=is_https(),
    )
    return response
