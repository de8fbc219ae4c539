#!/usr/bin/env bash
# See that there is a Chromium for the browser tests, where there are any.
set -uo pipefail
ls tests/browser/test_*.py >/dev/null 2>&1 || exit 0
for name in chromium chromium-browser; do
    command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null 2>&1
    apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1 && exit 0
fi
if [ "${CI:-}" = true ]; then
    echo "Chromium could not be installed, and CI does not skip the browser tests" >&2
    exit 1
fi
echo "tests/browser is not run: no Chromium (Debian: apt-get install chromium)"
