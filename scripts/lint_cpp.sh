#!/usr/bin/env bash
# clang-format and clang-tidy over the C++ sources.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t sources < <(git ls-files 'cpp/*.cpp' 'cpp/*.hpp')
clang-format --dry-run -Werror "${sources[@]}"
cmake --preset release -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
mapfile -t engine < <(git ls-files 'cpp/src/*.cpp' 'cpp/tests/selfcheck.cpp')
printf '%s\n' "${engine[@]}" | xargs -P 2 -n 1 clang-tidy -p build/release --quiet --warnings-as-errors='*'
