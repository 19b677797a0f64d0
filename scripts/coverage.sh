#!/usr/bin/env bash
# Which lines the tests reach, of both languages: the extension is compiled for counting and the tests
# run on it. Arguments are pytest's. Takes a good while: nothing is optimised.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=build/coverage-venv
objects=build/coverage
python3 -m venv "$venv"
"$venv/bin/pip" install -q coverage gcovr hypothesis pytest
rm -rf "$objects"
"$venv/bin/pip" install -q -C build-dir="$objects" -C cmake.build-type=Debug \
    -C cmake.define.CMAKE_CXX_FLAGS="--coverage -O1 -fprofile-update=atomic" .
"$venv/bin/coverage" run --branch --source tafl --data-file build/coverage.data \
    -m pytest -q -p no:cacheprovider "$@"
"$venv/bin/coverage" report --data-file build/coverage.data --skip-covered --show-missing
"$venv/bin/gcovr" --root . --filter cpp/ --exclude-throw-branches --txt-metric line "$objects"
