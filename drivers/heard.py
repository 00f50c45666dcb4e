"""What an e-board says, before it is known where White sits: what readers of bytes make of its messages.

Squares here are those of the e-board (see `drivers.sensors`); a codec makes reports of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import chess

from drivers.placement import Code, Placement
from drivers.reports import Battery, Garbled, Identified, Press, Trouble


@dataclass(frozen=True, slots=True)
class Reading:
    """All squares, as the e-board numbers them (see `drivers.sensors`)."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class Change:
    """One square of the e-board that reads differently."""

    square: chess.Square
    code: Code


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The e-board took a command, or said that it cannot do it."""

    agreed: bool = True


REFUSED = Acknowledged(agreed=False)


@dataclass(frozen=True, slots=True)
class Other:
    """A message that says nothing about the game."""


Heard: TypeAlias = Reading | Change | Press | Acknowledged | Other | Battery | Identified | Trouble
"""What a message of the e-board means."""


class Reader(Protocol):
    """Bytes in, messages out; `drivers.framing.Frames` is one."""

    @property
    def pending(self) -> bool:
        """Whether the beginning of a message waits for its rest."""

    def feed(self, data: bytes) -> list[Heard | Garbled]:
        """What is complete now. The beginning of a message is kept for the next call."""

    def give_up(self) -> list[Heard | Garbled]:
        """The rest of a message did not come in time."""

    def clear(self) -> None:
        """Forget the beginning of a message."""
