"""The topic tree; `docs/mqtt.md` explains it, `docs/asyncapi.yaml` describes every branch.

The first level may be configured, the second is the major version of the payloads.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

VERSION = 1
"""Major version of topics and payloads: removals and changes of meaning open a new tree beside this one."""

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LETTERS = str.maketrans({"ı": "i", "ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "đ": "d"})  # NFKD leaves these whole


def slug(text: str) -> str:
    """The text as one level of a topic: only `a-z`, `0-9` and single hyphens. Raises ValueError when nothing is left.

    >>> slug("İzmir Açık 2026")
    'izmir-acik-2026'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    result = "-".join(re.findall(r"[a-z0-9]+", letters))
    if not result:
        raise ValueError(f"{text!r} has no letter or digit that may stand in a topic")
    return result


def checked_slug(text: str) -> str:
    """The text itself, when it is a slug already. Raises ValueError otherwise."""
    if not _SLUG.fullmatch(text):
        raise ValueError(f"{text!r} may not stand in a topic: expected small letters, digits and single hyphens")
    return text


@dataclass(frozen=True, slots=True)
class Topics:
    """The names of all topics below one root level."""

    root: str = "touchmove"

    def __post_init__(self) -> None:
        checked_slug(self.root)

    @property
    def base(self) -> str:
        """The two levels that every topic begins with."""
        return f"{self.root}/{VERSION}"

    def bridge(self, bridge: str, leaf: str) -> str:
        """A topic about this program; `leaf` is `state`, `info`, `request/<verb>` or `response/<verb>`."""
        return f"{self.base}/bridge/{bridge}/{leaf}"

    def eboard(self, serial: str, leaf: str) -> str:
        """A topic about an e-board; `leaf` is `state` or `placement`."""
        return f"{self.base}/eboard/{serial}/{leaf}"

    def event(self, event: str, leaf: str = "info") -> str:
        """A topic about an event."""
        return f"{self.base}/event/{event}/{leaf}"

    def round(self, event: str, round_number: int, leaf: str = "info") -> str:
        """A topic about a round of an event."""
        return f"{self.base}/event/{event}/round/{round_number}/{leaf}"

    def board(self, event: str, round_number: int, board: int, leaf: str) -> str:
        """A topic about a board of a round."""
        return f"{self.base}/event/{event}/round/{round_number}/board/{board}/{leaf}"
