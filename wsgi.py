"""What a WSGI server imports: ``wsgi:app``, set up from the environment."""

from web import create_app

app = create_app()
