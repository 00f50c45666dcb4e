"""What the memory of a DGT e-Board says that nobody has been told yet.

The memory holds everything since long ago and has no times. So what was told last is looked for in it: what comes
after that, and leads to what stands on the board now, was missed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

import chess

from drivers.eboard import TOLD_KEPT
from drivers.placement import Code, Placement, code_at, difference, occupied, with_code
from drivers.reports import ClockTimes, Dump, Press, Report, SquaresChanged

MERGED_AWAY = 3
"""So many of the last changes that were told the memory may lack: it overwrites those of a piece that alone moves."""
_START_RANKS = chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8


@dataclass(frozen=True, slots=True)
class Change:
    """A square reads `code`; squares as in reports. `quick`: right after the change before."""

    square: chess.Square
    code: Code
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Beginning:
    """Here the memory says that a start position stands, or (`after_power_loss`) that the e-board got power: what
    happened just before that, it does not know.
    """

    after_power_loss: bool = False


Remembered: TypeAlias = Change | Press | Beginning
"""One entry of the memory, in the words of reports."""


class Told:
    """What whoever listens was told: the placement that they believe in, how it came about, the last press, and what
    the clock showed last. It begins with what a program told that ran before this one.
    """

    def __init__(self, before: Iterable[Report] = ()) -> None:
        self.placement: Placement | None = None
        self.pressed: chess.Color | None = None
        self.times: ClockTimes | None = None
        self._story: deque[Change | Beginning] = deque(maxlen=TOLD_KEPT)
        for report in before:
            self.note(report)

    @property
    def story(self) -> Sequence[Change | Beginning]:
        """The last changes, the latest at the end; before them a beginning, if they began with a start position."""
        return self._story

    def note(self, report: Report) -> None:
        """Whoever listens is told this now."""
        match report:
            case Dump(placement):
                if placement != self.placement:
                    self._story.clear()
                    self._story.extend([Beginning()] * (occupied(placement) == _START_RANKS))
                self.placement = placement
            case SquaresChanged(changes):
                for square, code in changes:
                    if self.placement is not None:
                        self.placement = with_code(self.placement, square, code)
                    self._story.append(Change(square, code))
            case Press(color):
                self.pressed = color
            case ClockTimes():
                self.times = report
            case _:
                pass

    def forget(self) -> None:
        """What was told was about another e-board."""
        self.placement = self.pressed = self.times = None
        self._story.clear()


def missed(memory: Iterable[Remembered], told: Told, now: Placement) -> list[Change | Press] | None:
    """What the memory says after what was told, up to `now`; None when it does not lead there from what was told, or
    was without power on the way.
    """
    entries = list(memory)
    if told.placement is None:
        return None
    story = list(told.story)
    agreements = {split: _agreement(entries, split, story) for split in _leading_there(entries, told.placement, now)}
    best = max(agreements.values(), default=0)
    if not best and (story or not agreements):
        return None
    split = max(split for split, agreement in agreements.items() if agreement == best)
    past = entries[split:]
    if any(isinstance(entry, Beginning) and entry.after_power_loss for entry in past):
        return None
    return list(_news(past, told.placement, told.pressed))


def _leading_there(entries: Sequence[Remembered], before: Placement, now: Placement) -> Iterator[int]:
    """Every number of entries after which the others lead from `before` to `now`: those that end with a change or a
    beginning, the greatest first.
    """
    unexplained = difference(before, now)
    decided = chess.BB_EMPTY
    for split in range(len(entries), 0, -1):
        if not unexplained and not isinstance(entries[split - 1], Press):
            yield split
        entry = entries[split - 1]
        if isinstance(entry, Change) and not decided & chess.BB_SQUARES[entry.square]:
            if code_at(now, entry.square) != entry.code:
                return
            decided |= chess.BB_SQUARES[entry.square]
            unexplained &= ~decided


def _agreement(entries: Sequence[Remembered], split: int, story: Sequence[Change | Beginning]) -> int:
    """How many of the last things that were told are the last ones of the first `split` entries, in this order."""
    lengths = range(max(0, len(story) - MERGED_AWAY), len(story) + 1)
    return max(_in_common(entries, split, story, length) for length in lengths)


def _in_common(entries: Sequence[Remembered], split: int, story: Sequence[Change | Beginning], length: int) -> int:
    """What the ends of the first `split` entries and of the first `length` things told have in common. Presses do not
    count, nor beginnings that were told change by change.
    """
    known = length
    for number in range(split - 1, -1, -1):
        if known == 0:
            break
        match entries[number], story[known - 1]:
            case Change() as entry, Change() as told if (entry.square, entry.code) == (told.square, told.code):
                known -= 1
            case Beginning(), Beginning():
                known -= 1
            case (Press() | Beginning(after_power_loss=False), _):
                continue
            case _:
                break
    return length - known


def _news(past: Iterable[Remembered], placement: Placement, pressed: chess.Color | None) -> Iterator[Change | Press]:
    """What changes something. A lever that is down cannot be pressed: such a press is the one that was told."""
    for entry in past:
        match entry:
            case Change(square, code) if code != code_at(placement, square):
                placement = with_code(placement, square, code)
                yield entry
            case Press(color) if color != pressed:
                pressed = color
                yield entry
            case Change() | Press() | Beginning():
                pass
            case _:
                assert_never(entry)
