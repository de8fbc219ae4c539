"""JSON Schemas of what the API answers, for its OpenAPI document.

The bodies themselves come ready-made from ``events.projections``.
"""

from typing import Any

from web.schemas.rules import EXTRA_BOXES, GIVEN_RULES, RULES

JsonSchema = dict[str, Any]

CARD: JsonSchema = {"type": "string", "pattern": "^[A2-9TJQK][CDHS]$"}
CARDS: JsonSchema = {"type": "array", "items": CARD}
MELDS: JsonSchema = {"type": "array", "items": CARDS}
SEAT: JsonSchema = {"type": "string", "enum": ["A", "B"]}
MAYBE_SEAT: JsonSchema = {"type": ["string", "null"], "enum": ["A", "B", None]}
TEXT: JsonSchema = {"type": "string"}
MAYBE_TEXT: JsonSchema = {"type": ["string", "null"]}
NUMBER: JsonSchema = {"type": "integer"}
MAYBE_NUMBER: JsonSchema = {"type": ["integer", "null"]}
FLAG: JsonSchema = {"type": "boolean"}
ANY_OBJECT: JsonSchema = {"type": "object"}


def ref(name: str) -> JsonSchema:
    """Point to a named schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(item: JsonSchema) -> JsonSchema:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


def seats(item: JsonSchema) -> JsonSchema:
    """Return the schema of one thing for each seat."""
    return record(A=item, B=item)


def record(
    *, maybe: JsonSchema | None = None, about: str = "", **fields: JsonSchema
) -> JsonSchema:
    """Return the schema of an object; ``maybe`` are its optional members."""
    schema: JsonSchema = {
        "type": "object",
        "required": list(fields),
        "properties": {**fields, **(maybe or {})},
    }
    return {"description": about, **schema} if about else schema


def _with(base: dict[str, JsonSchema], **fields: JsonSchema) -> JsonSchema:
    properties = {**base, **fields}
    return {"type": "object", "required": [*properties], "properties": properties}


_LAYOFFS = list_of(record(card=CARD, onto=NUMBER))
_SIDE = record(melds=MELDS, loose=CARDS, deadwood=NUMBER, maybe={"layoffs": _LAYOFFS})
_MAYBE_SIDE: JsonSchema = {
    "description": "Null where a hand is void.",
    "oneOf": [_SIDE, {"type": "null"}],
}
_SCORE = seats(record(points=NUMBER, boxes=NUMBER, total=NUMBER))
_NAMED = record(id=TEXT, name=TEXT)
_KEY: dict[str, JsonSchema] = {
    "id": TEXT,
    "role": {"type": "string", "enum": ["referee", "player", "watch"]},
    "player": MAYBE_TEXT,
    "label": MAYBE_TEXT,
}
_SECRETS: JsonSchema = {
    "type": ["object", "null"],
    "description": "Shown once; null when the request is a repeat.",
    "properties": {
        "referee": TEXT,
        "watch": TEXT,
        "players": {"type": "object", "additionalProperties": TEXT},
    },
}

ANSWERS: dict[str, JsonSchema] = {
    "Problem": record(
        about="What went wrong (RFC 9457). Every code has its section in our docs.",
        type={"type": "string", "format": "uri"},
        code=TEXT,
        title=TEXT,
        status=NUMBER,
        detail=TEXT,
        maybe={
            "errors": list_of(record(field=TEXT, code=TEXT, detail=TEXT)),
            "violations": list_of(
                record(
                    code=TEXT,
                    rule=TEXT,
                    detail=TEXT,
                    play=NUMBER,
                    entries=list_of(NUMBER),
                )
            ),
            "options": list_of(record(option=TEXT, basis=TEXT)),
            "version": NUMBER,
            "game": ref("Game"),
        },
    ),
    "ExtraBoxes": EXTRA_BOXES,
    "GivenRules": GIVEN_RULES,
    "Rules": RULES,
    "Book": record(
        id=TEXT,
        name=TEXT,
        created=TEXT,
        players=list_of(_NAMED),
        maybe={"me": record(role=TEXT, player=MAYBE_TEXT)},
    ),
    "OpenedBook": record(id=TEXT, name=TEXT, players=list_of(_NAMED), keys=_SECRETS),
    "Player": _NAMED,
    "Keys": record(keys=list_of(_with(_KEY, created=TEXT, last_used=MAYBE_TEXT))),
    "MadeKey": _with(_KEY, key=MAYBE_TEXT, keys=_SECRETS),
    "Hand": record(
        about="The running hand, or the next one in phase `deal`.",
        number=NUMBER,
        dealer=SEAT,
        phase={
            "type": "string",
            "enum": ["deal", "upcard", "draw", "discard", "open", "show", "over"],
        },
        to_act=MAYBE_SEAT,
        depth=NUMBER,
        upcard={"type": ["string", "null"]},
        knock_limit=MAYBE_NUMBER,
        stock=MAYBE_NUMBER,
        discards=list_of(MAYBE_TEXT),
        known=seats(CARDS),
        may=list_of(TEXT),
    ),
    "Game": record(
        id=TEXT,
        book=TEXT,
        rules=ref("Rules"),
        preset=MAYBE_TEXT,
        engine=NUMBER,
        players=seats(_NAMED),
        version=NUMBER,
        status={"type": "string", "enum": ["playing", "over", "abandoned"]},
        target=NUMBER,
        winner=MAYBE_SEAT,
        score=_SCORE,
        hand=ref("Hand"),
    ),
    "Games": record(games=list_of(ANY_OBJECT), next=MAYBE_TEXT),
    "Archived": record(id=TEXT, archived=FLAG),
    "Event": record(
        about="Redacted `data` comes without `salt`; its `digest` is of the whole.",
        seq=NUMBER,
        entry=NUMBER,
        type=TEXT,
        schema=NUMBER,
        at=TEXT,
        by=TEXT,
        data=ANY_OBJECT,
        digest=TEXT,
        hash=TEXT,
        maybe={"salt": TEXT},
    ),
    "Events": record(events=list_of(ref("Event")), version=NUMBER, next=MAYBE_NUMBER),
    "Recorded": record(version=NUMBER, events=list_of(ref("Event")), game=ref("Game")),
    "Sheet": record(
        columns=list_of(
            record(
                target=NUMBER,
                lines=list_of(ANY_OBJECT),
                points=seats(NUMBER),
                bonuses=seats(record(game=NUMBER, boxes=NUMBER, shutout=NUMBER)),
                totals=seats(NUMBER),
                closed=FLAG,
                winner=MAYBE_SEAT,
            )
        ),
        totals=seats(NUMBER),
        winner=MAYBE_SEAT,
        margin=MAYBE_NUMBER,
        settlement={},
    ),
    "HandSteps": record(
        number=NUMBER,
        dealer=SEAT,
        phase=TEXT,
        steps=list_of(
            record(
                entry=NUMBER,
                events=list_of(ref("Event")),
                known={"type": ["object", "null"]},
            )
        ),
    ),
    "Notation": record(text=TEXT),
    "HandRuling": record(
        deadwood=NUMBER,
        melds=MELDS,
        loose=CARDS,
        can_knock=FLAG,
        discards=list_of(record(card=CARD, deadwood=NUMBER)),
    ),
    "Ruling": record(
        legal=FLAG,
        result=TEXT,
        winner={"type": ["string", "null"]},
        points=NUMBER,
        knock_limit=MAYBE_NUMBER,
        knocker=_MAYBE_SIDE,
        defender=_MAYBE_SIDE,
        missed=list_of(ANY_OBJECT),
        considered=list_of(ANY_OBJECT),
        steps=list_of(record(n=NUMBER, rule=TEXT, text=TEXT)),
        maybe={
            "player": SEAT,
            "claim": {"type": ["object", "null"]},
            "options": list_of(record(option=TEXT, basis=TEXT)),
        },
    ),
    "Presets": record(presets=list_of(ANY_OBJECT)),
    "Live": record(status=TEXT),
    "Ready": record(
        status=TEXT, sqlite=TEXT, driver=TEXT, writable=FLAG, triggers=FLAG, chains=TEXT
    ),
}
"""Name in the document's components -> schema."""
