"""What the HTTP rows are held against: the least that Flask can answer.

Served by ``python -m bench.peerapp`` with the settings of ``upcard serve``.
"""

import socket

import waitress
from flask import Flask, jsonify, request
from marshmallow import RAISE, Schema, fields, validate

app = Flask(__name__)


class PlaySchema(Schema):
    """A play as somebody would write its schema in an afternoon."""

    class Meta:
        unknown = RAISE

    type = fields.String(required=True, validate=validate.OneOf(["draw", "discard"]))
    player = fields.String(required=True, validate=validate.OneOf(["A", "B"]))
    source = fields.String(validate=validate.OneOf(["stock", "discard"]))
    card = fields.String(validate=validate.Length(2, 3))


SCHEMA = PlaySchema()


@app.get("/hello")
def hello() -> str:
    return "hello"


@app.post("/plays")
def post() -> object:
    return jsonify(SCHEMA.load(request.get_json())), 201


def main() -> None:
    bound = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(f"Open http://127.0.0.1:{bound.getsockname()[1]}/", flush=True)
    waitress.serve(
        app, sockets=[bound], threads=8, connection_limit=1000, channel_timeout=20,
        ident=None, _quiet=True,
    )  # fmt: skip


if __name__ == "__main__":
    main()
