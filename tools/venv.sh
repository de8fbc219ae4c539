#!/usr/bin/env bash
# Lay the environment: venv.sh make PYTHON | serve | tools. Called by make only.
set -euo pipefail

# The part of constraints.txt that is installed: all, or up to the line that
# begins the tools. Hashes make pip refuse anything that is not what was pinned.
MARK='# --- what tests and checks, besides ---'

pip_install() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"
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
    [ -x .venv/bin/python ] && exit 0
    echo "Making .venv with $("$python" --version)"
    "$python" -m venv .venv || {
        rm -rf .venv
        echo "No environment could be made. On Debian or Ubuntu: apt-get install python3-venv" >&2
        exit 1
    }
    ;;
serve)
    echo "Installing what is pinned (the first time takes up to a minute)"
    sed "/^$MARK/,\$d" constraints.txt >.venv/serve.txt
    pip_install --require-hashes -r .venv/serve.txt
    pip_install --no-deps --no-build-isolation --editable .
    ;;
tools)
    echo "Installing the pinned test tools"
    pip_install --require-hashes -r constraints.txt
    ;;
esac
