"""Half-moves that nobody saw: the lines of legal moves that lead from one position to what stands now.

While an e-board is not heard, only its squares before and after are known, and perhaps how often the clock was pressed.
A move is looked for only from squares that do not read as they will: a piece that goes and comes back leaves no trace,
and no line with one is ever proved.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from bridge.rules.copying import frozen
from bridge.rules.position import Position
from drivers.placement import Placement, Sensing, difference, occupied, placement_of, seen_by, surely_of

POSITIONS_TRIED = 120  # at most; so a step stays within 5 ms, and lines of four plies with captures are found
PASSED_BY = chess.BB_RANK_4 | chess.BB_RANK_5  # where a pawn stands that is captured in passing
LINES_NEEDED = 2  # a second one shows that the first is not proved


@frozen()
class Missed:
    """The lines found, and whether all were looked through: only then is a single one proved."""

    lines: tuple[tuple[chess.Move, ...], ...]
    complete: bool

    @property
    def proved(self) -> tuple[chess.Move, ...] | None:
        """The only line that leads there; None when there is none, another one, or nobody knows."""
        return self.lines[0] if len(self.lines) == 1 and self.complete else None


@frozen()
class _Search:
    """What is looked for. `left`: how many more positions may be tried, in a list of one."""

    target: Placement
    sensing: Sensing
    left: list[int]


def missed_lines(
    before: Position, target: Placement, plies: int, sensing: Sensing, needed: int = LINES_NEEDED
) -> Missed:
    """The lines of exactly so many half-moves from `before` to what stands, at most `needed`: two are enough to know
    whether one is proved.
    """
    search = _Search(target, sensing, [POSITIONS_TRIED])
    found: list[tuple[chess.Move, ...]] = []
    for line in _lines(before.board(), plies, search):
        found.append(line)
        if len(found) >= needed:
            break
    return Missed(tuple(found), search.left[0] > 0)


def _lines(board: chess.Board, plies: int, search: _Search) -> Iterator[tuple[chess.Move, ...]]:
    placement = seen_by(search.sensing, placement_of(board))
    if plies == 0:
        if placement == search.target:
            yield ()
        return
    differs = difference(placement, search.target)
    if not _within_reach(board, differs, plies, search):
        return
    origins = differs & board.occupied_co[board.turn]
    for move in board.generate_legal_moves(origins, _destinations(board, differs, plies, search.sensing)):
        if search.left[0] <= 0:
            return
        search.left[0] -= 1
        board.push(move)
        for line in _lines(board, plies - 1, search):
            yield (move, *line)
        board.pop()


def _destinations(board: chess.Board, differs: chess.Bitboard, plies: int, sensing: Sensing) -> chess.Bitboard:
    """The squares to which the side to move may go: its last piece to where it stands in the end, or is captured.

    Where no pieces are told apart a capture fills a square that was filled before.
    """
    if plies == 1:
        return differs | board.occupied_co[not board.turn] if sensing is Sensing.OCCUPANCY else differs
    return differs | board.occupied_co[not board.turn] | PASSED_BY if plies == 2 else chess.BB_ALL


def _within_reach(board: chess.Board, differs: chess.Bitboard, plies: int, search: _Search) -> bool:
    """Whether so few half-moves can put right what differs: each brings one piece to its square, castling two, and each
    piece that is gone was captured by one.
    """
    if not differs:
        return False
    if search.sensing is Sensing.OCCUPANCY:
        filled = occupied(search.target)
        castling = 1 if board.castling_rights else 0
        lost = board.occupied.bit_count() - filled.bit_count()
        return 0 <= lost <= plies and (differs & filled).bit_count() <= plies + castling
    for color in chess.COLORS:
        own, wanted = board.occupied_co[color], surely_of(color, search.target)
        moves = (plies + 1) // 2 if color == board.turn else plies // 2
        castling = 1 if board.castling_rights & own else 0
        lost = own.bit_count() - wanted.bit_count()
        if (differs & wanted).bit_count() > moves + castling or not 0 <= lost <= plies - moves:
            return False
    return True
