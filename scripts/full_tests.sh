#!/usr/bin/env bash
# The tests at full length, and the perft tables up to two thousand million nodes a count.
set -euo pipefail
cd "$(dirname "$0")/.."
.venv/bin/pytest --full "$@"
.venv/bin/tafl verify --limit 2000000000
