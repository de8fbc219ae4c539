"""The links of the OpenAPI document: what an answer that made something leads to."""

from dataclasses import dataclass
from typing import Any

from apispec import BasePlugin


@dataclass(frozen=True, slots=True)
class Lead:
    """Calls that an answer leads to, and where it has what stands in their paths.

    ``found`` names each part of a path, and says where it stands: in the answer, or in
    the path that was asked.
    """

    found: dict[str, str]
    calls: tuple[str, ...]


_OF_A_GAME = (
    "get_game",
    "patch_game",
    "get_events",
    "post_plays",
    "get_sheet",
    "export_game",
)
_OF_A_HAND = ("get_hand", "get_notation", "get_ruling")

LINKS: dict[str, tuple[Lead, ...]] = {
    "open_book": (
        Lead(
            {"book": "$response.body#/id"},
            (
                "get_book",
                "add_player",
                "list_keys",
                "make_key",
                "list_games",
                "post_game",
                "get_standings",
                "get_feed",
                "export_book",
                "import_book",
            ),
        ),
    ),
    "make_key": (
        Lead(
            {"book": "$request.path.book", "key_id": "$response.body#/id"},
            ("revoke_key",),
        ),
    ),
    "post_game": (Lead({"game": "$response.body#/id"}, _OF_A_GAME),),
    "post_plays": (
        Lead({"game": "$response.body#/game/id"}, _OF_A_GAME),
        Lead(
            {
                "game": "$response.body#/game/id",
                "number": "$response.body#/events/0/data/hand",
            },
            _OF_A_HAND,
        ),
    ),
}
"""By the name of the call (its view) whose 201 leads on."""

SEEN: dict[str, dict[str, str]] = {
    "post_plays": {"header.If-Match": "$response.header.ETag"}
}
"""What a call takes besides its path: plays go onto the version the answer named."""


class Linked(BasePlugin):
    """Writes ``LINKS`` into the document; every call has its ``operationId``."""

    def operation_helper(
        self,
        path: str | None = None,  # noqa: ARG002
        operations: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Give the 201 of an operation its links."""
        for operation in (operations or {}).values():
            leads = LINKS.get(operation["operationId"], ())
            links = {call: _link(call, lead) for lead in leads for call in lead.calls}
            if links:
                operation["responses"][201]["links"] = links


def _link(call: str, lead: Lead) -> dict[str, Any]:
    paths = {f"path.{name}": where for name, where in lead.found.items()}
    return {"operationId": call, "parameters": paths | SEEN.get(call, {})}
