#!/usr/bin/env bash
# Compiles the core for other machines, warnings as errors, and runs its self-check there: emulated,
# or where there is no emulator, not at all. It installs nothing and says what it misses; with
# --require that is an error.
#
# All of it on Debian: apt-get install g++-aarch64-linux-gnu g++-i686-linux-gnu
#                                      g++-mingw-w64-x86-64-posix qemu-user wine64
set -euo pipefail
cd "$(dirname "$0")/.."
require=${1:-}
missing=0

lacks() {
    printf '%-10s SKIPPED: no %s (Debian package %s)\n' "$1" "$2" "$3"
    missing=1
}

# A machine: its name, CMake's names for system and processor, the compiler and its package, then
# what runs its programs ("native" where this machine can) and the package of that.
check() {
    local name=$1 system=$2 processor=$3 compiler=$4 package=$5 runner=$6 runner_package=$7
    command -v "$compiler" >/dev/null || { lacks "$name" "$compiler" "$package"; return; }
    cmake --preset release -G Ninja -B "build/cross-$name" -DCMAKE_SYSTEM_NAME="$system" \
        -DCMAKE_SYSTEM_PROCESSOR="$processor" -DCMAKE_CXX_COMPILER="$compiler" \
        -DCMAKE_EXE_LINKER_FLAGS=-static >/dev/null
    cmake --build "build/cross-$name" >"build/cross-$name/log" || { cat "build/cross-$name/log"; exit 1; }
    local -a run=("$runner")
    if [ "$runner" = native ]; then
        run=()
    elif ! command -v "$runner" >/dev/null; then
        printf '%-10s compiled\n' "$name"
        lacks "$name" "$runner" "$runner_package"
        return
    fi
    local program output
    program=$(find "build/cross-$name/cpp" -maxdepth 1 -name 'tafl_selfcheck*' -type f)
    output=$("${run[@]}" "$program" 1 20) || { printf '%-10s FAILED\n%s\n' "$name" "$output"; exit 1; }
    printf '%-10s %s\n' "$name" "$(tail -n 1 <<<"$output" | tr -d '\r')"
}

wine=wine64
# Debian keeps it out of the path where the loader of 32-bit programs is not installed.
command -v "$wine" >/dev/null || wine=/usr/lib/wine/wine64
# Not below this folder: wine makes a link to the root there, which what walks this tree would follow.
WINEPREFIX=$(mktemp -d)
trap 'rm -rf "$WINEPREFIX"' EXIT
export WINEPREFIX WINEDEBUG=-all

check aarch64 Linux aarch64 aarch64-linux-gnu-g++ g++-aarch64-linux-gnu qemu-aarch64 qemu-user
# 32 bits, as Pyodide has.
if [ "$(uname -m)" = x86_64 ]; then
    check i686 Linux i686 i686-linux-gnu-g++ g++-i686-linux-gnu native ''
fi
check windows Windows AMD64 x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix "$wine" wine64
if [ "$require" = --require ]; then exit "$missing"; fi
