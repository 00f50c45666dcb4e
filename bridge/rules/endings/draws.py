"""Draws that follow from the moves of a game: repetition, and moves without a pawn's move or a capture.

FIDE Laws of Chess (2023) Art. 9.2, 9.3 and 9.6. Threefold repetition and fifty moves are facts that a player may
claim; fivefold repetition and seventy-five moves end the game by themselves, where the edition knows them. A position
that ends the game goes before all of them: mate takes precedence (Art. 9.6.2), and nothing is claimed after the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import TypeAlias

import chess

from bridge.laws.draws import DrawRules
from bridge.rules.endings.on_the_board import ended_by
from bridge.rules.notices import Played, ResultSeen
from bridge.rules.position import Position
from bridge.rules.recognition.successors import played
from drivers.placement import Sensing

FIFTY_MOVES = 100  # half-moves: 50 by each player, Art. 9.3
SEVENTY_FIVE_MOVES = 150  # half-moves: 75 by each player, Art. 9.6.2
THREE_TIMES = 3  # Art. 9.2
FIVE_TIMES = 5  # Art. 9.6.1

_PLACEMENT = attrgetter("after.placement")
"""Of a half-move; asked of the whole record after each of them."""

PositionKey: TypeAlias = int
"""The same for two positions if, and only if, Art. 9.2.3 calls them the same."""


class DrawKind(Enum):
    """Why a game is drawn, or may be; the words are those of python-chess."""

    THREEFOLD_REPETITION = "threefold_repetition"
    FIFTY_MOVES = "fifty_moves"
    FIVEFOLD_REPETITION = "fivefold_repetition"
    SEVENTY_FIVE_MOVES = "seventyfive_moves"


@dataclass(frozen=True, slots=True)
class DrawGround:
    """One reason for a draw, with the number of its article.

    `plies` of a repetition: the half-moves after which the position stood, 0 for the start position. Of a count of
    moves: the first and the last half-move counted; 0 or less lies before the start position, whose FEN counts too.
    """

    kind: DrawKind
    article: str
    plies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class History:
    """The positions of a game so far: the one that stands now, and the keys of all, the start position first."""

    position: Position
    keys: tuple[PositionKey, ...]

    @property
    def ply(self) -> int:
        """The number of half-moves since the start position."""
        return len(self.keys) - 1

    @property
    def occurrences(self) -> tuple[int, ...]:
        """After which half-moves the position stood that stands now; the last of them is `ply`."""
        key = self.keys[-1]
        if self.keys.count(key) == 1:
            return (self.ply,)  # Nearly always, and counting alone is three times faster.
        return tuple(ply for ply, other in enumerate(self.keys) if other == key)

    def after(self, position: Position) -> History:
        """The history with one more half-move, which led to `position`."""
        return History(position, (*self.keys, position_key(position)))


def history_of(start: Position, record: Iterable[Played] = ()) -> History:
    """The history of a game from its start. An illegal move that stands counts like any other."""
    history = History(start, (position_key(start),))
    for move in record:
        history = history.after(move.after)
    return history


def worth_a_look(start: Position, record: Sequence[Played], position: Position) -> bool:
    """Whether there may be a ground for a draw in `position`, which stands after the record: a quick look after every
    half-move, which overlooks none. Up to three moves may lie between: too few to bring a position about again.
    """
    if position.halfmove_clock >= FIFTY_MOVES:
        return True
    stands = position.placement
    stood = [*map(_PLACEMENT, record)].count(stands) + (start.placement == stands)
    last = record[-1].after if record else start
    return stood >= (THREE_TIMES if last.placement == stands else THREE_TIMES - 1)


def position_key(position: Position) -> PositionKey:
    """What Art. 9.2.3 compares: the pieces, who has the move, and what depends on the moves before.

    En passant counts only where the capture is legal, castling as long as the right lasts: what stands in its way for
    a while follows from the pieces.
    """
    rights, en_passant = position.castling_rights, 0
    if rights:
        rights = position.board().clean_castling_rights()  # A FEN may grant rights without king and rook at home.
    if position.ep_square is not None and position.board().has_legal_en_passant():
        en_passant = position.ep_square  # Never 0, which is a1.
    return position.placement << 71 | rights << 7 | en_passant << 1 | position.turn


def claimable(history: History, rules: DrawRules) -> tuple[DrawGround, ...]:
    """What the player who has the move could claim with what stands on the board."""
    return _unless_over(history, _claimable(history, rules.threefold, rules.fifty_moves))


def claimable_with(history: History, move: chess.Move, rules: DrawRules) -> tuple[DrawGround, ...]:
    """What the player could claim by declaring this move; nothing when it is not legal.

    It may be one that mates: the claim is right all the same, and the game is drawn before the move is made.
    """
    if not history.position.board().is_legal(move):
        return ()
    _, after, _ = played(history.position, move, Sensing.IDENTITY)
    grounds = _claimable(history.after(after), rules.threefold_intended, rules.fifty_moves_intended)
    return _unless_over(history, grounds)


def drawn_by_itself(history: History | None, rules: DrawRules) -> ResultSeen | None:
    """The result when the moves have ended the game without a claim; its reason is the value of a `DrawKind`."""
    ground = None if history is None else automatic_draw(history, rules)
    return None if ground is None else ResultSeen("1/2-1/2", ground.kind.value)


def automatic_draw(history: History, rules: DrawRules) -> DrawGround | None:
    """Why the game is drawn now without a claim; None when it is not, or when the position has ended it already."""
    grounds: list[DrawGround] = []
    if rules.fivefold is not None and (plies := _fivefold(history, rules.fivefold_interval)):
        grounds.append(DrawGround(DrawKind.FIVEFOLD_REPETITION, rules.fivefold, plies))
    if rules.seventy_five_moves is not None and history.position.halfmove_clock >= SEVENTY_FIVE_MOVES:
        grounds.append(DrawGround(DrawKind.SEVENTY_FIVE_MOVES, rules.seventy_five_moves, _counted(history)))
    return next(iter(_unless_over(history, tuple(grounds))), None)


def _claimable(history: History, threefold: str, fifty_moves: str) -> tuple[DrawGround, ...]:
    grounds: list[DrawGround] = []
    if len(plies := history.occurrences) >= THREE_TIMES:
        grounds.append(DrawGround(DrawKind.THREEFOLD_REPETITION, threefold, plies))
    if history.position.halfmove_clock >= FIFTY_MOVES:
        grounds.append(DrawGround(DrawKind.FIFTY_MOVES, fifty_moves, _counted(history)))
    return tuple(grounds)


def _unless_over(history: History, grounds: tuple[DrawGround, ...]) -> tuple[DrawGround, ...]:
    return grounds if grounds and ended_by(history.position) is None else ()


def _fivefold(history: History, interval: int | None) -> tuple[int, ...]:
    """The half-moves after which the position stood, when it was often enough; with an interval the last five."""
    plies = history.occurrences
    if len(plies) < FIVE_TIMES:
        return ()
    if interval is None:
        return plies
    unbroken = tuple(range(history.ply - (FIVE_TIMES - 1) * interval, history.ply + 1, interval))
    return unbroken if set(unbroken) <= set(plies) else ()


def _counted(history: History) -> tuple[int, int]:
    return history.ply - history.position.halfmove_clock + 1, history.ply
