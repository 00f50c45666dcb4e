"""An answer that may be unknown: for questions that a program cannot always decide, and must not guess at."""

from __future__ import annotations

from enum import Enum


class Possibility(Enum):
    """Whether something is possible. `UNKNOWN` is never to be read as one of the others."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
