#!/usr/bin/env bash
# Types: of the sources, as mypy and pyright see them, and of the package as it is installed: whether
# the stub of the compiled module says what is there, and whether every public name has a type.
# pyright's own package fetches a program that not everybody can; basedpyright brings the same along.
set -euo pipefail
cd "$(dirname "$0")/.."
allowed=$PWD/scripts/stubtest_allowlist.txt
mypy
basedpyright --project pyproject.toml  # and not a configuration further up
# Away from the sources, so that what is found is what is installed.
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
python -m mypy.stubtest tafl --allowlist "$allowed"
basedpyright --verifytypes tafl --ignoreexternal
