"""``wsgi:app``: one process writes, and a second one is told so."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TWICE = "import wsgi, web; print('served'); web.create_app().extensions['upcard']"
SECOND = f"{TWICE}.store.lock('a second')"


def run(code, folder):
    """Run Python code on a record of its own."""
    env = {"UPCARD_DB": str(folder / "upcard.db"), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_it_takes_the_writers_lock(tmp_path):
    done = run(SECOND, tmp_path)
    assert done.stdout == "served\n"
    assert done.returncode != 0
    assert "StoreError" in done.stderr
    assert "wsgi:app" in done.stderr


def test_it_serves(tmp_path):
    ask = "wsgi.app.test_client().get('/api/v1/health/live')"
    code = f"import wsgi; print({ask}.status_code)"
    done = run(code, tmp_path)
    assert (done.returncode, done.stdout) == (0, "200\n"), done.stderr
