"""What the pages around a game say: corrections, replay, history, look, the table."""

from typing import Final

TABLE: Final[dict[str, str]] = {
    # How the pages look
    "look.title": "Look",
    "look.help": "These choices are kept on this phone.",
    "look.theme": "Colours of the page",
    "look.theme.auto": "As the phone is set",
    "look.theme.light": "Light",
    "look.theme.dark": "Dark",
    "look.theme.black": "Black, to spare the battery",
    "look.suits": "Colours of the suits",
    "look.suits.four": "Four",
    "look.suits.two": "Two",
    "look.keep": "Keep",
}
