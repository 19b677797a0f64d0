#!/usr/bin/env bash
# Builds the documentation site into build/site, warnings as errors. The package must be installed,
# with its extra `docs`: the pages about the API are made from its docstrings.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf build/site
python -m sphinx -q -W --keep-going -c docs -d build/site-state -b html . build/site
printf 'build/site/index.html: %s pages\n' "$(find build/site -name '*.html' | wc -l)"
