"""What is found wrong with a configuration."""

from __future__ import annotations

from dataclasses import dataclass

from bridge.config.reading import Keys


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the value at `keys`, and what to do about it."""

    keys: Keys
    what: str
    remedy: str = ""
