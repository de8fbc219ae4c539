"""What a browser asks for beside pages: the manifest, the service worker's script."""

import json
from typing import Any

from flask import Response, current_app, send_from_directory

from web.pages.door import pages, secured, static_file
from web.strings import say

ICONS = (192, 512)
_GREEN, _PAPER = "#14532d", "#f7f6f2"


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Say how the pages are installed on a phone."""
    response = Response(json.dumps(_manifest()), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "no-cache"
    return secured(response)


def _manifest() -> dict[str, Any]:
    icons = [
        {
            "src": static_file(f"icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in ICONS
        for purpose in ("any", "maskable")
    ]
    return {
        "id": "/",
        "name": say("app.name"),
        "short_name": say("app.name"),
        "description": say("home.none"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _GREEN,
        "icons": icons,
    }


@pages.get("/sw.js")
def service_worker() -> Response:
    """Serve the service worker's script from the root, so that it may serve all."""
    folder = f"{current_app.static_folder}/js"
    response = send_from_directory(folder, "sw.js", mimetype="text/javascript")
    response.headers["Service-Worker-Allowed"] = "/"
    response.headers["Cache-Control"] = "no-cache"
    return secured(response)
