#!/usr/bin/env bash
# What people install, made and tried here: an sdist, a wheel from that sdist alone, for the oldest
# Linux that it honestly runs on; both looked into; the wheel installed where there is no compiler,
# with the tests of the sdist run on it; and a C++ program that finds the library of the sdist.
#
#     scripts/proof.sh [DIRECTORY]     keeps sdist and wheel there
#
# Needs what the extra "dev" installs. PROOF_TESTS are the tests to run, if not all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
keep=${1:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "--- sdist, and the wheel made from it"
# python -m build unpacks the sdist elsewhere and compiles that.
python -m build --outdir "$work/built" -C cmake.define.TAFL_WARNINGS_AS_ERRORS=ON . \
    >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
sdist=$(echo "$work"/built/*.tar.gz)
auditwheel repair -w "$work/wheels" "$work"/built/*.whl >>"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
wheel=$(echo "$work"/wheels/*.whl)
auditwheel show "$wheel" 2>/dev/null

echo "--- what is in them"
python scripts/check_archives.py "$sdist" "$wheel"
twine check --strict "$sdist" "$wheel"

echo "--- the wheel where there is no compiler"
python -m venv "$work/use"
mkdir "$work/unpacked" "$work/apart"
tar -xzf "$sdist" -C "$work/unpacked" --strip-components=1
cp -r "$work/unpacked/tests" "$work/apart"
# The path has nothing but that environment.
clean() { (cd "$work/apart" && env -i HOME="$work" LANG=C.UTF-8 PATH="$work/use/bin" "$@"); }
clean python -c 'import shutil; assert not any(map(shutil.which, ("cc", "gcc", "g++", "clang")))'
clean pip install -q --no-index "$wheel"
clean pip check
clean tafl perft linnaeus-tablut 3
# What the tests need is fetched with the settings of this machine, and compiles nothing.
"$work/use/bin/pip" install -q --only-binary :all: pytest hypothesis
clean python -c "import tafl; assert tafl.__file__.startswith('$work/use/'), tafl.__file__"
# shellcheck disable=SC2086  # several arguments
clean pytest -q -p no:cacheprovider ${PROOF_TESTS:-tests}

echo "--- a C++ program that finds the library of the sdist"
"$work/unpacked/scripts/check_cpp_install.sh"

if [ -n "$keep" ]; then
    mkdir -p "$keep"
    cp "$sdist" "$wheel" "$keep"
fi
