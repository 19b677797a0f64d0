#!/usr/bin/env bash
# Linters over the workflows: their schema, what could be abused, and which wheels they make.
# actionlint is run where it is installed: its package fetches a program that not everybody can.
set -euo pipefail
cd "$(dirname "$0")/.."
check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
zizmor --offline --quiet .github
if command -v actionlint >/dev/null; then
    actionlint
else
    echo "actionlint: SKIPPED, it is not installed"
fi
python scripts/build_identifiers.py
