"""`python -m benchmarks`: every measurement, one a line."""

from __future__ import annotations

import platform

from benchmarks import core, journal, latency

print(f"Python {platform.python_version()}, {platform.machine()}")
for measure in (core.measure, journal.measure, latency.measure):
    for measurement in measure():
        print(measurement)
