#!/usr/bin/env bash
# Which lines the tests reach, of both languages: extension and self-check are compiled for counting
# and run. Fails below 95 % of the lines of one of them. Arguments are pytest's.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=build/coverage-venv
objects=build/coverage
least=95
# What compares much of the same with the reference would take most of the time and reach no more.
left_out=(
    --ignore tests/test_differential.py
    --deselect tests/test_perft.py::test_engine_agrees_with_the_table
    --deselect tests/test_perft.py::test_reference_agrees_with_the_table
)
python3 -m venv "$venv"
"$venv/bin/pip" install -q cmake coverage gcovr ninja pybind11 scikit-build-core
rm -rf "$objects"
# Not isolated: gcov wants the headers of pybind11 to be still there afterwards.
PATH=$PWD/$venv/bin:$PATH "$venv/bin/pip" install -q --no-build-isolation -C build-dir="$objects" \
    -C cmake.build-type=Debug -C cmake.define.TAFL_BUILD_TESTS=ON \
    -C cmake.define.CMAKE_CXX_FLAGS="--coverage -O1 -fprofile-update=atomic" '.[test]'
"$objects/cpp/tafl_selfcheck"
"$venv/bin/coverage" erase
status=0
"$venv/bin/coverage" run -m pytest -q -p no:cacheprovider --seed 1 "${left_out[@]}" "$@" || status=1
"$venv/bin/coverage" combine -q
"$venv/bin/coverage" report --show-missing --skip-covered --fail-under="$least" || status=1
# A line of a template counts once, however often it is instantiated.
"$venv/bin/gcovr" --root . --filter cpp/ --exclude cpp/tests/ --merge-lines --txt-metric line \
    --fail-under-line "$least" "$objects" || status=1
exit "$status"
