"""The OpenAPI 3.1 document: made from the routes and schemas themselves."""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeVar

import flask_smorest
from apispec import BasePlugin
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import fields as ma_fields

from web.api.links import Linked
from web.schemas.answers import ANSWERS, ref
from web.schemas.base import Strict
from web.schemas.bodies import BODIES
from web.schemas.fields import Field
from web.schemas.history import HISTORY
from web.schemas.plays import PLAY_SCHEMAS

BASE = "/api/v1"
View = TypeVar("View", bound=Callable[..., Any])

_ABOUT = (
    "Upcard keeps score and referees gin rummy played with real cards. "
    "Errors are `application/problem+json`; `/docs/errors` explains each code."
)
_SECURITY = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "A key of the book."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "upcard_BOOK",
        "description": "The same key as a cookie, set by the page /k/KEY.",
    },
}
IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": 'The version that was seen, `"12"`, or `*` for any.',
    "schema": {
        "type": "string",
        "pattern": r'^(\*|"[!#-~]*")$',
    },
}
REPEAT = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Makes a retry safe: the same key answers as the first time.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 64},
}


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest's API, with our problem documents for its error bodies."""

    def _register_error_handlers(self) -> None:
        """Leave errors to ``web.errors``."""

    def _register_responses(self) -> None:
        problem = {"application/problem+json": {"schema": ref("Problem")}}
        response = {"description": "A problem document", "content": problem}
        self.spec.components.response("DEFAULT_ERROR", response)


class _Named(BasePlugin):
    """Names every call of the document by its view: a generator's function name."""

    def operation_helper(
        self,
        path: str | None = None,  # noqa: ARG002
        operations: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Give an operation the name of the function that answers it."""
        name = kwargs["rule"].endpoint.rpartition(".")[2]
        for operation in (operations or {}).values():
            operation.setdefault("operationId", name)


def _field_doc(self: Any, field: ma_fields.Field[Any], **_: Any) -> dict[str, Any]:
    """Document one of our fields by its own ``doc``."""
    doc = dict(field.doc) if isinstance(field, Field) else {}
    if "schema" in doc:
        return dict(self.resolve_nested_schema(doc["schema"]))
    if "ref" in doc:
        return ref(doc["ref"])
    if "list_of" in doc:
        items = self.resolve_nested_schema(doc.pop("list_of"))
        return {"type": "array", "items": items, **doc}
    return doc


def make_api(app: Flask) -> Api:
    """Make the API of ``app`` and name its shapes; the caller adds blueprints."""
    app.config.update(
        API_TITLE="Upcard",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=BASE,
        OPENAPI_JSON_PATH="openapi.json",
        API_SPEC_OPTIONS={
            "info": {"description": _ABOUT, "x-upcard": _version()},
            "security": [{"bearer": []}, {"cookie": []}],
        },
    )
    plugin = MarshmallowPlugin()
    api = Api()
    api.register_field(Field, None, None)
    extra = {"marshmallow_plugin": plugin, "extra_plugins": [_Named(), Linked()]}
    api.init_app(app, spec_kwargs=extra)
    assert plugin.converter is not None, "init_app made it"
    plugin.converter.add_attribute_function(_field_doc)  # type: ignore[no-untyped-call]
    _name_shapes(api)
    return api


def _shape_name(schema: Strict) -> str:
    return type(schema).__name__.removesuffix("Schema")


def _version() -> str:
    try:
        return version("upcard")
    except PackageNotFoundError:
        return "0"


def _name_shapes(api: Api) -> None:
    components = api.spec.components
    for name, scheme in _SECURITY.items():
        components.security_scheme(name, scheme)
    for name, schema in {**ANSWERS, **HISTORY}.items():
        components.schema(name, schema)
    names = {name: _shape_name(each) for name, each in PLAY_SCHEMAS.items()}
    mapping = {name: ref(shape)["$ref"] for name, shape in names.items()}
    components.schema(
        "Play",
        {
            "oneOf": [ref(shape) for shape in names.values()],
            "discriminator": {"propertyName": "type", "mapping": mapping},
        },
    )
    for each in (*PLAY_SCHEMAS.values(), *BODIES):
        components.schema(_shape_name(each), schema=each)
    batch = {
        "type": "object",
        "required": ["plays"],
        "properties": {"plays": {"type": "array", "items": ref("Play"), "minItems": 1}},
        "additionalProperties": False,
    }
    components.schema("PlayOrPlays", {"oneOf": [ref("Play"), batch]})


def asks(*names: str) -> list[dict[str, Any]]:
    """Return the document of whole numbers that a query may name."""
    schema = {"type": "integer", "minimum": 0}
    return [{"name": name, "in": "query", "schema": schema} for name in names]


def takes(name: str, *headers: dict[str, Any]) -> dict[str, Any]:
    """Return the document of what a call takes: a named body and its headers."""
    content = {"application/json": {"schema": ref(name)}}
    body = {"required": True, "content": content}
    return {"requestBody": body, "parameters": list(headers)}
