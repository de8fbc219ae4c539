"""Promise 5: nobody changes the log, also not another program with another SQLite."""

import json
import subprocess
import sys

import pytest

from tests.promises.record import lengths
from tests.promises.running import HAND, upcard

EVENT = "(1, {seq}, 1, 't', 1, 'at', 'A', '{{}}', 'd', 's', 'h')"
FORMS = [
    "UPDATE events SET data = '{}'",
    "UPDATE events SET seq = 99 WHERE seq = 2",
    "UPDATE OR REPLACE events SET seq = 2 WHERE seq = 1",
    "UPDATE OR IGNORE events SET data = '{}' WHERE seq = 1",
    "DELETE FROM events",
    "DELETE FROM events WHERE seq = 5",
    "REPLACE INTO events VALUES " + EVENT.format(seq=2),
    "INSERT OR REPLACE INTO events VALUES " + EVENT.format(seq=1),
    "INSERT OR IGNORE INTO events VALUES " + EVENT.format(seq=1),
    "INSERT INTO events VALUES " + EVENT.format(seq=9),
    "INSERT INTO events VALUES "
    + EVENT.format(seq=1)
    + " ON CONFLICT DO UPDATE SET data = ''",
    "WITH one AS (SELECT 1) DELETE FROM events WHERE seq IN one",
]
STRANGER = """
import json, sqlite3, sys
conn = sqlite3.connect(sys.argv[1], timeout=20)
for pragma in json.loads(sys.argv[3]):
    conn.execute(f"PRAGMA {pragma}")
done = []
for form in json.loads(sys.argv[2]):
    try:
        conn.execute(form)
        done.append(form)
    except sqlite3.IntegrityError:
        pass
    conn.rollback()
print(json.dumps(done))
"""

STRANGE = (sys.executable, "-c", STRANGER)


def stranger(db, forms, *pragmas):
    """Try these statements in a process of its own, with Python's own SQLite."""
    told = subprocess.run(
        [*STRANGE, str(db), json.dumps(forms), json.dumps(pragmas)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(told.stdout)


@pytest.mark.parametrize(
    "pragmas",
    [(), ("recursive_triggers = ON",), ("foreign_keys = OFF", "synchronous = OFF")],
    ids=["as it comes", "recursive triggers", "careless"],
)
def test_a_stranger_changes_no_event_of_a_served_record(table, show, pragmas):
    caller, game = table.caller(), table.games[0]
    caller.ask("POST", f"/games/{game}/plays", {"plays": HAND}, If_Match="*")
    before = caller.ask("GET", f"/games/{game}/events").text

    done = stranger(table.serving.db, FORMS, *pragmas)

    after = caller.ask("GET", f"/games/{game}/events").text
    show("statements of a foreign client", len(FORMS), wrong=len(done))
    assert after == before
    assert table.serving.stop() == 0
    assert lengths(table.serving.db)[game] == 5


def test_a_statement_that_is_allowed_would_be_told(table):
    assert stranger(table.serving.db, ["SELECT 1"]) == ["SELECT 1"]


TRANSFORM = """
import sys, sqlite_utils
db = sqlite_utils.Database(sys.argv[1])
db["events"].transform(rename={"at": "moment"})
"""


def test_a_table_transformed_by_another_tool_is_refused_at_start(serving, show):
    """``transform`` copies a table, and the triggers are left behind. It can do so to
    an empty log only: once there are events, the types of the table stop it.
    """
    assert serving.stop() == 0
    db = serving.db
    subprocess.run([sys.executable, "-c", TRANSFORM, str(db)], check=True, timeout=60)

    found = upcard("serve", "--port", "0", db=db)

    wrong = (found.returncode, "append-only" in found.stderr) != (65, True)
    show("start on a table that sqlite-utils transformed", 1, wrong=int(wrong))
    assert "restore a backup" in found.stderr
    assert found.stderr.count("\n") == 1
