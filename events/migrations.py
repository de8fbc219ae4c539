"""The tables of the record, one migration for each change ever released.

Registry tables are plain; the log is append-only by triggers; read models can be
thrown away. ``games``, ``hands``, ``players``, ``seats``, ``runs`` and ``standings``
are views; see ``events.views``.
"""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from events.views import VIEWS

APPLICATION_ID = 0x55504344
"""``UPCD`` in the file's header: this is an Upcard record."""

migrations = Migrations("upcard")

TRIGGERS = {
    "events_never_change": """CREATE TRIGGER events_never_change
BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    "events_never_go": """CREATE TRIGGER events_never_go
BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    # REPLACE deletes without firing DELETE triggers where recursive_triggers is off,
    # so an existing key is refused before it; a gap is refused by the same words.
    "events_come_in_order": """CREATE TRIGGER events_come_in_order
BEFORE INSERT ON events
WHEN NEW.seq IS NOT
  (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'events of a game are numbered 1, 2, 3 and so on'); END""",
    # Written by whatever transaction appends, one after the other: places follow the
    # order of commits, and none is missing for a reader.
    "events_enter_the_feed": """CREATE TRIGGER events_enter_the_feed
AFTER INSERT ON events
BEGIN INSERT INTO book_feed (book, place, game, seq)
  SELECT g.book, 1 + coalesce(
    (SELECT max(place) FROM book_feed AS f WHERE f.book = g.book), 0),
    NEW.game, NEW.seq
  FROM book_games AS g WHERE g.number = NEW.game; END""",
}
"""The triggers of the log: append-only for any client with any pragmas, and each
event of a book placed in its feed."""

_LOG = """CREATE TABLE events (
  game INTEGER NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  entry INTEGER NOT NULL,
  type TEXT NOT NULL,
  schema INTEGER NOT NULL,
  at TEXT NOT NULL,
  "by" TEXT NOT NULL,
  data TEXT NOT NULL,
  digest TEXT NOT NULL,
  salt TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID"""

_REGISTRY = (
    """CREATE TABLE books (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created TEXT NOT NULL,
  revision INTEGER NOT NULL
) STRICT""",
    """CREATE TABLE book_players (
  book TEXT NOT NULL REFERENCES books (id),
  place INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  added TEXT NOT NULL,
  renamed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (book, place),
  UNIQUE (book, folded)
) STRICT""",
    """CREATE TABLE book_keys (
  id TEXT PRIMARY KEY,
  book TEXT NOT NULL REFERENCES books (id),
  place INTEGER NOT NULL,
  sha256 TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('referee', 'player', 'watch')),
  player TEXT REFERENCES book_players (id),
  label TEXT,
  created TEXT NOT NULL,
  last_used TEXT,
  revoked TEXT,
  CHECK ((role = 'player') = (player IS NOT NULL)),
  UNIQUE (book, place)
) STRICT""",
    """CREATE TABLE book_games (
  number INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  book TEXT NOT NULL REFERENCES books (id),
  player_a TEXT NOT NULL REFERENCES book_players (id),
  player_b TEXT NOT NULL REFERENCES book_players (id),
  created TEXT NOT NULL,
  imported INTEGER NOT NULL DEFAULT 0
) STRICT""",
    "CREATE INDEX book_games_of_book ON book_games (book, number)",
    """CREATE TABLE requests (
  scope TEXT NOT NULL,
  caller TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  first_seq INTEGER,
  last_seq INTEGER,
  made TEXT,
  PRIMARY KEY (scope, caller, key)
) STRICT, WITHOUT ROWID""",
)

_READ_MODELS = (
    """CREATE TABLE game_states (
  game INTEGER NOT NULL,
  eyes TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game, eyes)
) STRICT""",
    """CREATE TABLE game_sheets (
  game INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT""",
    """CREATE TABLE game_summaries (
  game INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  status TEXT NOT NULL,
  winner TEXT,
  target INTEGER NOT NULL,
  preset TEXT,
  hands INTEGER NOT NULL,
  points_a INTEGER NOT NULL,
  boxes_a INTEGER NOT NULL,
  total_a INTEGER NOT NULL,
  points_b INTEGER NOT NULL,
  boxes_b INTEGER NOT NULL,
  total_b INTEGER NOT NULL,
  changed TEXT NOT NULL
) STRICT""",
    """CREATE TABLE game_hands (
  game INTEGER NOT NULL,
  hand INTEGER NOT NULL,
  dealer TEXT NOT NULL,
  phase TEXT NOT NULL,
  depth INTEGER NOT NULL,
  upcard TEXT,
  result TEXT,
  winner TEXT,
  points INTEGER,
  boxes INTEGER,
  knocker TEXT,
  knocker_deadwood INTEGER,
  defender_deadwood INTEGER,
  counted INTEGER NOT NULL,
  amended INTEGER NOT NULL,
  irregular INTEGER NOT NULL,
  accepted TEXT NOT NULL,
  PRIMARY KEY (game, hand)
) STRICT""",
)

_FEEDING = "events_enter_the_feed"
_FEED = """CREATE TABLE book_feed (
  book TEXT NOT NULL,
  place INTEGER NOT NULL,
  game INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (book, place)
) STRICT, WITHOUT ROWID"""
_FEED_SO_FAR = """INSERT INTO book_feed (book, place, game, seq)
  SELECT g.book, row_number() OVER (
      PARTITION BY g.book ORDER BY e.at, e.game, e.seq), e.game, e.seq
  FROM events AS e JOIN book_games AS g ON g.number = e.game"""


@migrations()
def m001_the_record(db: Database) -> None:
    """Make the log, the registry and the first read models."""
    guards = [sql for name, sql in TRIGGERS.items() if name != _FEEDING]
    for statement in (_LOG, *guards, *_REGISTRY, *_READ_MODELS):
        db.execute(statement)


@migrations()
def m002_the_history(db: Database) -> None:
    """Place every event in its book's feed, and make the views.

    Events that are there already are placed by the time they were recorded.
    """
    db.execute(_FEED)
    db.execute(_FEED_SO_FAR)
    for statement in (TRIGGERS[_FEEDING], *VIEWS):
        db.execute(statement)


@migrations()
def m003_the_archive(db: Database) -> None:
    """Let a game be put away from its book's lists; nothing of the game changes."""
    db.execute("ALTER TABLE book_games ADD COLUMN archived TEXT")


LATEST = 3
"""How many migrations there are; kept in the file as ``user_version``."""


def migrate(db: Database) -> None:
    """Bring an open record to ``LATEST``, in a transaction the caller has begun."""
    migrations.apply(db)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {LATEST}")
