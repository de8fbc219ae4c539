"""Promise 13: a backup made while others write is one whole record; it comes back."""

import threading

from tests.promises.record import lengths
from tests.promises.running import HAND, Caller, open_table, upcard


def test_backups_while_writing_are_whole_records(tmp_path, serving, serve, show):
    table = open_table(serving, games=2)
    stopping, told = threading.Event(), dict.fromkeys(table.games, 1)

    def write(game):
        caller = table.caller()
        while not stopping.is_set():
            answer = caller.ask(
                "POST", f"/games/{game}/plays", {"plays": HAND}, If_Match="*"
            )
            told[game] = answer.json["version"]

    writers = [threading.Thread(target=write, args=(game,)) for game in table.games]
    for writer in writers:
        writer.start()
    times, lost, wrong, found = 2, 0, 0, {}
    try:
        for number in range(times):
            before = dict(told)
            file = tmp_path / f"backup{number}.db"
            made = upcard("backup", str(file), db=serving.db)
            wrong += made.returncode != 0
            wrong += upcard("verify", db=file).returncode != 0
            found = lengths(file)
            lost += sum(found[game] < before[game] for game in table.games)
    finally:
        stopping.set()
        for writer in writers:
            writer.join(60)
    show("backup while two games are written", times, lost=lost, wrong=wrong)
    assert all(told[game] > 50 for game in table.games), "nobody wrote meanwhile"

    refused = upcard("restore", str(file), db=serving.db)
    assert (refused.returncode, "upcard serve" in refused.stderr) == (75, True)
    assert serving.stop() == 0
    done = upcard("restore", str(file), db=serving.db)
    assert done.returncode == 0, done.stderr
    again = serve(serving.db)
    versions = {
        game: Caller(again, table.keys["ann"]).ask("GET", f"/games/{game}").json
        for game in table.games
    }
    wrong = sum(versions[game]["version"] != found[game] for game in table.games)
    show("backup restored, and served with the old keys", 1, wrong=wrong)
    kept = serving.db.with_name("upcard.db.before-restore-1")
    assert lengths(kept) == {game: told[game] for game in table.games}


def test_a_damaged_backup_is_not_restored(tmp_path, table, show):
    file = tmp_path / "backup.db"
    assert upcard("backup", str(file), db=table.serving.db).returncode == 0
    assert table.serving.stop() == 0
    before = lengths(table.serving.db)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])

    found = upcard("restore", str(file), db=table.serving.db)

    show("restore of half a file", 1, wrong=int(found.returncode == 0))
    assert found.stderr.count("\n") == 1, found.stderr
    assert lengths(table.serving.db) == before
