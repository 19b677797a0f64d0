"""``python -m tafl`` is the command ``tafl``."""

import sys

from tafl.cli import main

sys.exit(main())
