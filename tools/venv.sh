#!/usr/bin/env bash
# Lay the environment: venv.sh make PYTHON | serve | tools | peers. Called by make and CI.
set -euo pipefail
VENV=${VENV:-.venv}

# Each command installs constraints.txt up to the line that begins the next part.
# Hashes make pip refuse anything that is not what was pinned.
TOOLS='# --- what tests and checks, besides ---'
PEERS='# --- what `make bench` measures beside, besides ---'

pip_install() {
    "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}

# Install the pins, or those before the line that begins a part.
pip_install_pins() {
    sed "${1:+/^$1/,\$d}" constraints.txt >"$VENV/pinned.txt"
    pip_install --require-hashes -r "$VENV/pinned.txt"
}

case "$1" in
make)
    python="${2:-}"
    if [ -z "$python" ] || ! "$python" -c \
        'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "Upcard needs Python 3.11 or newer, and ${python:-no python3 here} is not." >&2
        echo "Say which to use: make PYTHON=/path/to/python3.11" >&2
        exit 1
    fi
    [ -x "$VENV/bin/python" ] && exit 0
    echo "Making $VENV with $("$python" --version)"
    "$python" -m venv "$VENV" || {
        rm -rf "$VENV"
        echo "No environment could be made. On Debian or Ubuntu: apt-get install python3-venv" >&2
        exit 1
    }
    ;;
serve)
    echo "Installing what is pinned (the first time takes up to a minute)"
    pip_install_pins "$TOOLS"
    pip_install --no-deps --no-build-isolation --editable .
    ;;
tools)
    echo "Installing the pinned test tools"
    pip_install_pins "$PEERS"
    ;;
peers)
    echo "Installing the pinned libraries that ours is measured beside"
    pip_install_pins
    ;;
esac
