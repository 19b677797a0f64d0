"""``python -m tafl`` is the command ``tafl``."""

import sys

from tafl.cli import main

if __name__ == "__main__":
    sys.exit(main())
