"""JSON Schemas of history: standings, the feed, what came of an import."""

from collections.abc import Iterable

from events.projections.standings import COLUMNS
from web.schemas.answers import FLAG, NUMBER, TEXT, JsonSchema, list_of, record

_PAIR = ("games", "won", "lost", "hands", "hands_won", "points", "boxes", "total")


def _object(fields: dict[str, JsonSchema]) -> JsonSchema:
    return {"type": "object", "required": [*fields], "properties": fields}


def _numbers(names: Iterable[str]) -> dict[str, JsonSchema]:
    return dict.fromkeys(names, NUMBER)


_MONEY: dict[str, JsonSchema] = {
    "balances": {"type": "object", "additionalProperties": TEXT},
    "owed": list_of(_object({"from": TEXT, "to": TEXT, "amount": TEXT})),
}

HISTORY: dict[str, JsonSchema] = {
    "Standings": record(
        players=list_of(
            _object(
                {
                    "id": TEXT,
                    "name": TEXT,
                    **_numbers(COLUMNS),
                    "average_deadwood": {"type": ["number", "null"]},
                }
            )
        ),
        head_to_head=list_of(
            record(players=list_of(_object({"id": TEXT, **_numbers(_PAIR)})))
        ),
        settlement=record(
            about="Amounts are decimal strings and sum to zero.",
            games=list_of(_object({"id": TEXT, **_MONEY})),
            evenings=list_of(
                _object({"began": TEXT, "games": list_of(TEXT), **_MONEY})
            ),
            book=_object(_MONEY),
        ),
    ),
    "Feed": record(
        about="`next` is the `after` to ask with next time, also where nothing is new.",
        events=list_of(
            {
                "allOf": [
                    {"$ref": "#/components/schemas/Event"},
                    record(place=NUMBER, game=TEXT),
                ]
            }
        ),
        next=NUMBER,
        more=FLAG,
    ),
    "Imported": record(
        games=list_of(TEXT),
        unchanged=list_of(TEXT),
        players=list_of(record(id=TEXT, name=TEXT)),
        differ=NUMBER,
        differences=list_of(
            record(
                game=TEXT,
                hand=NUMBER,
                entry=NUMBER,
                line=NUMBER,
                stored=TEXT,
                today=TEXT,
            )
        ),
    ),
}
"""Name in the document's components -> schema."""
