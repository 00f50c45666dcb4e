"""`python -m benchmarks`: every measurement, one a line. Exits with 1 when a budget is not kept."""

from __future__ import annotations

import platform
import sys

from benchmarks import bus, core, journal, latency, mate, restart, thousand

print(f"Python {platform.python_version()}, {platform.machine()}")
missed = 0
for room in (core, mate, journal, bus, latency, thousand, restart):
    for measurement in room.measure():
        print(measurement, flush=True)
        missed += not measurement.kept
sys.exit(f"{missed} budgets are not kept." if missed else 0)
