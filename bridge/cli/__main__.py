"""`python -m bridge.cli` is `touchmove`."""

import sys

from bridge.cli.main import main

sys.exit(main())
