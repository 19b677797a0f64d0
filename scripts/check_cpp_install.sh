#!/usr/bin/env bash
# Installs the C++ library into an empty folder and builds a small project against it.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S . -B "$work/build" -G Ninja -DCMAKE_INSTALL_PREFIX="$work/installed" >/dev/null
cmake --build "$work/build" --target install >/dev/null
cmake -S cpp/tests/consumer -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/installed" >/dev/null
cmake --build "$work/consumer" >/dev/null
"$work/consumer/consumer"
