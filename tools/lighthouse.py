"""Ask Lighthouse about the pages on a phone; write its scores into the docs.

Lighthouse comes by npm, of one version, into a folder of its own outside the project.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from screenshots import served

from tests.browser.conftest import FLAGS, find_chromium
from tests.browser.table import open_table
from tests.browser.test_budgets import PAGES, fill

VERSION = "12.2.3"
OUT = Path(__file__).parents[1] / "docs" / "performance-phone.md"
BEGIN, END = "<!-- lighthouse -->\n", "<!-- /lighthouse -->\n"
ASKED = ("home", "sheet", "cards", "check")
TRIES = 4
KINDS = ("performance", "accessibility", "best-practices")


def judge(folder: Path, url: str, key: str) -> list[int]:
    """Return the scores of one page, of a hundred each."""
    path = folder / "report.json"
    command = [
        *("npx", "--yes", f"lighthouse@{VERSION}", url, "--quiet"),
        *("--output=json", f"--output-path={path}"),
        "--only-categories=" + ",".join(KINDS),
        "--chrome-flags=" + " ".join(f for f in FLAGS if " " not in f),
        f"--extra-headers={json.dumps({'Authorization': f'Bearer {key}'})}",
    ]
    for _ in range(TRIES):  # a busy machine makes it lose the trace
        done = subprocess.run(command, env={**os.environ, "CI": "1"}, cwd=folder)
        if done.returncode == 0:
            break
    else:
        sys.exit(f"Lighthouse did not come to an end for {url}")
    found = json.loads(path.read_text(encoding="utf-8"))["categories"]
    return [round(100 * found[kind]["score"]) for kind in KINDS]


def main() -> None:
    """Judge the pages and write the table."""
    os.environ["CHROME_PATH"] = find_chromium() or ""
    rows = [
        "| page | performance | accessibility | best practices |",
        "|---|---|---|---|",
    ]
    with served() as server, tempfile.TemporaryDirectory() as folder:
        table = open_table(server.url)
        facts = fill(table)
        for name in ASKED:
            url = server.url + PAGES[name].format(**facts)
            scores = judge(Path(folder), url, table.referee)
            rows.append(f"| {name} | " + " | ".join(map(str, scores)) + " |")
            print(rows[-1])
    before, _, rest = OUT.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    text = before + BEGIN + "\n".join(rows) + "\n" + END + after
    OUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
