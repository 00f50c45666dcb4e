"""`python -m benchmarks`: every measurement, one a line."""

from __future__ import annotations

import platform

from benchmarks import core, journal

print(f"Python {platform.python_version()}, {platform.machine()}")
for measure in (core.measure, journal.measure):
    for measurement in measure():
        print(measurement)
