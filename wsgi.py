"""What a WSGI server imports: ``wsgi:app``, set up from the environment.

It takes the writer's lock of the record, as ``upcard serve`` does: one process
writes, and a second one is refused with the sentence that says why.
"""

from web import create_app

app = create_app()
app.extensions["upcard"].store.lock("wsgi:app")
