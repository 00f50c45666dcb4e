"""Which squares differ from the position of the game without an excuse.

A piece that the player to move may hold in their hand, and one that they may be taking with it, are not missing. The
excuse is bounded: the hand reaches for its piece when it is its turn, and lets go of it when it presses.
"""

from __future__ import annotations

import chess

from bridge.rules.copying import frozen
from bridge.rules.irregularities.unfinished import (
    captures_begun,
    castling_begun,
    en_passant_begun,
    promotion_begun,
)
from bridge.rules.recognition.completion import settled_line_end
from bridge.rules.recognition.differences import Differences, differences
from bridge.rules.recognition.reading import Reading
from bridge.rules.state import Game
from drivers.placement import difference

HAND_GONE_SECONDS = 0.3  # after a move; what falls later was not knocked over with it
LIFTED_EARLY_SECONDS = 2.0  # a reply may be lifted this long before the move that it answers is seen


@frozen()
class Stray:
    """`base`: the reading that the board is compared with. `squares`: those that differ without an excuse; `excused`:
    those that a hand explains.
    """

    base: Reading
    squares: chess.Bitboard
    excused: chess.Bitboard


def stray(game: Game, base: Reading | None = None) -> Stray:
    """The squares that differ from the result of `base`, by default of the last move that is more than a try."""
    base = settled_line_end(game) if base is None else base
    differs = difference(base.placement, game.log.placement)
    if not differs:
        return Stray(base, chess.BB_EMPTY, chess.BB_EMPTY)
    seen = differences(base, game.log.placement)
    excused = differs if _begun(game, base, seen) else _in_hand(game, base, seen)
    return Stray(base, differs & ~excused, excused)


def _begun(game: Game, base: Reading, seen: Differences) -> bool:
    """Whether the player to move is in the middle of castling, promoting or capturing in passing."""
    if not seen.own_arrived or seen.own_gone.bit_count() > 2 or not _lifted_in_turn(game, base, seen.own_gone):
        return False
    if promotion_begun(base, game.log.placement, seen) is not None:
        return True
    return castling_begun(base, seen) is not None or en_passant_begun(base, seen) is not None


def _in_hand(game: Game, base: Reading, seen: Differences) -> chess.Bitboard:
    """The squares of the piece that the player to move holds, and of the one that they are taking with it."""
    if seen.own_gone.bit_count() != 1 or seen.own_arrived or not _lifted_in_turn(game, base, seen.own_gone):
        return chess.BB_EMPTY
    if seen.enemy_gone and _may_be_taken(game, base, seen.enemy_gone) and captures_begun(base, _gone(seen)):
        return seen.own_gone | seen.enemy_gone
    return seen.own_gone


def taking_first(game: Game, base: Reading) -> bool:
    """Whether nothing is off but a piece that the player to move may be taking: a capture may begin with the captured
    piece, also while the opponent's late press falls. For how long is for `mismatch` to say.
    """
    seen = differences(base, game.log.placement)
    if seen.own_gone or not seen.enemy_gone or not captures_begun(base, seen):
        return False
    return _may_be_taken(game, base, seen.enemy_gone)


def _gone(seen: Differences) -> Differences:
    """The same without what has arrived, which is another matter."""
    return Differences(seen.own_gone, chess.BB_EMPTY, seen.enemy_gone, chess.BB_EMPTY)


def _may_be_taken(game: Game, base: Reading, gone: chess.Bitboard) -> bool:
    """Whether the one piece that is off may have been taken off by the player to move: it was lifted in their turn, and
    did not fall with the move before, as a piece other than the one that moved may.
    """
    if gone.bit_count() != 1 or not _lifted_in_turn(game, base, gone):
        return False
    square = chess.lsb(gone)
    if base.parent is None or (base.move is not None and base.move.to_square == square):
        return True
    moved = chess.scan_forward(difference(base.parent.placement, base.placement))
    landed = max((base.born, *(game.log.filled[each] for each in moved)))  # a castling rook comes late
    return game.log.lifted[square] >= landed + HAND_GONE_SECONDS


def _lifted_in_turn(game: Game, base: Reading, squares: chess.Bitboard) -> bool:
    """Whether these squares were emptied while the player to move had the move, and they have not pressed since."""
    pressed = game.last_pressed[base.position.turn]
    began = base.born - LIFTED_EARLY_SECONDS - game.tolerance
    for square in chess.scan_forward(squares):
        lifted = game.log.lifted[square]
        if lifted < began or pressed >= lifted or (game.gap and game.log.undated >> square & 1):
            return False
    return True
