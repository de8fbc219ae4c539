"""Rulings without a game: no key, no record."""

from flask_smorest import Blueprint

from web.api.spec import BASE

blp = Blueprint("rulings", __name__, url_prefix=BASE, description="Rulings")
