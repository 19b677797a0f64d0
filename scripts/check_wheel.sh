#!/usr/bin/env bash
# Builds a wheel with warnings as errors, looks into it, and uses it where no source is.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/build"
"$work/build/bin/pip" wheel -q --no-deps -w "$work/dist" -C cmake.define.TAFL_WARNINGS_AS_ERRORS=ON .
python3 - "$work"/dist/*.whl <<'PYTHON'
import os
import sys
import zipfile

path = sys.argv[1]
names = zipfile.ZipFile(path).namelist()
unwanted = [n for n in names if not n.startswith(("tafl/", "tafl-")) or n.endswith((".cpp", ".hpp"))]
assert not unwanted, unwanted
for wanted in ("tafl/py.typed", "tafl/_core.pyi", "tafl/data/variants/tablut.toml"):
    assert wanted in names, wanted
assert any(name.endswith("LICENSE") for name in names), "licence"
size = os.path.getsize(path)
assert size < 2_000_000, size
print(f"{os.path.basename(path)}: {len(names)} files, {size} bytes")
PYTHON
python3 -m venv "$work/use"
"$work/use/bin/pip" install -q --no-index "$work"/dist/*.whl
cd "$work"
use/bin/tafl perft linnaeus-tablut 3
use/bin/python -c 'import tafl; assert tafl.perft(tafl.Board("tablut"), 3) == 251856'
