"""Fails when a wheel holds anything but `bridge` and `drivers`, or lacks what it must bring along."""

import sys
import zipfile
from pathlib import PurePosixPath

names = zipfile.ZipFile(sys.argv[1]).namelist()
top = {PurePosixPath(name).parts[0] for name in names if ".dist-info/" not in name}
if top != {"bridge", "drivers"}:
    sys.exit(f"the wheel holds {sorted(top)}, not just bridge and drivers")
if any("node_modules" in name or "/page/" in name for name in names):
    sys.exit("the wheel holds the page's sources")
pages = ("bridge/web/built/index.html", "bridge/web/built/move.html")
for needed in ("bridge/py.typed", "drivers/py.typed", *pages, "bridge/demo/games.pgn"):
    if needed not in names:
        sys.exit(f"the wheel lacks {needed}")
