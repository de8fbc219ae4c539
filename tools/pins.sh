#!/usr/bin/env bash
# Renew constraints.txt from pyproject.toml: the newest versions that fit, each with
# the hashes of all its files, for Python 3.11 and later on every platform. No index
# address gets in, so the file works with whatever index pip is set up for.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
.venv/bin/python -m venv "$tmp/uv"
"$tmp/uv/bin/python" -m pip install --quiet --disable-pip-version-check uv

compile() {
    "$tmp/uv/bin/uv" pip compile pyproject.toml "$@" \
        --universal --python-version 3.11 --generate-hashes --upgrade --quiet \
        --no-header --no-annotate --no-emit-index-url
}
compile --group build --group dev --group bench -o "$tmp/all.txt"
# The parts are resolved within all, so that one set of versions fits each.
compile --group build --constraint "$tmp/all.txt" -o "$tmp/serve.txt"
compile --group build --group dev --constraint "$tmp/all.txt" -o "$tmp/test.txt"

.venv/bin/python - "$tmp" <<'PY'
import pathlib
import re
import sys

here = pathlib.Path(sys.argv[1])


def blocks(name):
    """Return the pins of a file, each with its name; one may have two, by marker."""
    text = (here / name).read_text()
    found = re.findall(r"^\S.*(?:\n +.*)*", text, flags=re.M)
    return [(re.split(r"[ =;]", block)[0], block) for block in found]


def without(pins, others):
    known = {name for name, _ in others}
    return [(name, block) for name, block in pins if name not in known]


serve, test, every = blocks("serve.txt"), blocks("test.txt"), blocks("all.txt")
tools, peers = without(test, serve), without(every, test)
text = "\n".join(
    [
        "# Every version that Upcard is run and tested with, and the hashes of its files.",
        "# Made by `make pins`; the part up to the next comment is what `make run` installs.",
        *(block for _, block in serve),
        "# --- what tests and checks, besides ---",
        *(block for _, block in tools),
        "# --- what `make bench` measures beside, besides ---",
        *(block for _, block in peers),
        "",
    ]
)
assert "://" not in text, "an index address got into the pins"
pathlib.Path("constraints.txt").write_text(text)
print(f"constraints.txt: {len(serve)} to serve, {len(tools)} to test, {len(peers)} peers")
PY
