#!/usr/bin/env bash
# Which lines the tests reach, of both languages: the extension is compiled for counting and the tests
# run on it. Arguments are pytest's. Takes a good while: nothing is optimised.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=build/coverage-venv
objects=build/coverage
python3 -m venv "$venv"
"$venv/bin/pip" install -q cmake coverage gcovr hypothesis ninja pybind11 pytest scikit-build-core
rm -rf "$objects"
# Not isolated: gcov wants the headers of pybind11 to be still there afterwards.
PATH=$PWD/$venv/bin:$PATH "$venv/bin/pip" install -q --no-build-isolation -C build-dir="$objects" -C cmake.build-type=Debug \
    -C cmake.define.CMAKE_CXX_FLAGS="--coverage -O1 -fprofile-update=atomic" .
"$venv/bin/coverage" run --branch --source tafl --data-file build/coverage.data \
    -m pytest -q -p no:cacheprovider "$@"
"$venv/bin/coverage" report --data-file build/coverage.data --skip-covered --show-missing
"$venv/bin/gcovr" --root . --filter cpp/ --exclude-throw-branches --txt-metric line "$objects"
