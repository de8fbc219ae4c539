"""Promise 1: what was answered with 201 is on the disk, whatever happens next."""

import json
import re
import subprocess
import sys
import time

import pytest

from tests.promises.record import lengths, strace
from tests.promises.running import HAND, ROOT

POWER_CUT = (sys.executable, "-m", "tests.promises.powercut")


def power_cuts(folder, cuts, *pragma, seed=1):
    """Cut the power so many times in a process in which apsw is the only SQLite."""
    done = subprocess.run(
        [*POWER_CUT, str(folder), str(cuts), str(seed), *pragma],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_no_acknowledged_event_is_lost_in_a_power_cut(tmp_path, show):
    found = power_cuts(tmp_path, 30)

    show("power cut while writing", 30, lost=found["lost"], wrong=found["wrong"])
    assert found["cuts"] == 30


@pytest.mark.slow
def test_no_acknowledged_event_is_lost_in_300_power_cuts(tmp_path, show):
    found = power_cuts(tmp_path, 300, seed=2)

    show("power cut while writing", 300, lost=found["lost"], wrong=found["wrong"])
    assert found["cuts"] == 300


def test_a_record_that_does_not_wait_for_the_disk_would_be_found_out(tmp_path):
    assert power_cuts(tmp_path, 30, "synchronous = NORMAL")["lost"] > 0


def test_each_append_syncs_the_disk_exactly_once(serving, table, tmp_path, show):
    tool = strace()
    caller, game = table.caller(), table.games[0]
    play = f"/games/{game}/plays"
    for _ in range(2):
        assert caller.ask("POST", play, {"plays": HAND}, If_Match="*").status == 201
    log = tmp_path / "syncs.txt"
    calls = "trace=fsync,fdatasync,sync_file_range,msync"
    watcher = subprocess.Popen(
        [tool, "-f", "-e", calls, "-o", str(log), "-p", str(serving.pid)],
        stderr=subprocess.PIPE,
    )
    try:
        assert watcher.stderr is not None
        watcher.stderr.readline()
        appends = 20
        for _ in range(appends):
            answer = caller.ask("POST", play, {"plays": HAND}, If_Match="*")
            assert answer.status == 201
            # A read syncs nothing.
            assert caller.ask("GET", f"/games/{game}").status == 200
        time.sleep(0.3)
    finally:
        watcher.terminate()
        watcher.wait(20)
        watcher.stderr.close()
    syncs = len(re.findall(r"(?:fsync|fdatasync)\(", log.read_text()))
    show("disk syncs of 20 appends over HTTP", appends, wrong=abs(syncs - appends))
    assert serving.stop() == 0
    assert lengths(serving.db)[game] == 1 + 4 * (appends + 2)
