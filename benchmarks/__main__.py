"""`python -m benchmarks`: every measurement, one a line."""

from __future__ import annotations

import platform

from benchmarks import core

print(f"Python {platform.python_version()}, {platform.machine()}")
for measurement in core.measure():
    print(measurement)
