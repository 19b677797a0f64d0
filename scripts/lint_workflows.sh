#!/usr/bin/env bash
# Linters over what is read elsewhere: the workflows (their schema, what could be abused, which wheels
# they make), the issue forms and the citation.
# actionlint is run where it is installed: its package fetches a program that not everybody can.
set -euo pipefail
cd "$(dirname "$0")/.."
validate() { check-jsonschema -q --builtin-schema "$@"; }
validate vendor.github-workflows .github/workflows/*.yml
validate custom.github-workflows-require-timeout .github/workflows/*.yml
validate vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
validate vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
validate vendor.citation-file-format CITATION.cff
zizmor --offline --quiet .github
if command -v actionlint >/dev/null; then
    actionlint
else
    echo "actionlint: SKIPPED, it is not installed"
fi
python scripts/build_identifiers.py
