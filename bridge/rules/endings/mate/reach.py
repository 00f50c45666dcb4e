"""Where every man can ever get to, found without playing a move: sets of squares that are never too small.

The sets are enlarged, and as they grow each rule only ever allows more, until nothing changes. They then contain all
that legal moves can do: take the first move of any game that would leave them; whatever the rules relied on was still
true before that move, so one of them would have allowed it. A set that is larger than need be only proves less.

The idea is published: M. Ambrona, A Practical Algorithm for Chess Unwinnability, FUN 2022, LIPIcs.FUN.2022.2. Castling
and an en-passant capture that is possible now are not covered; callers must not ask where there are such moves.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess
from chess import BB_ALL, BB_BACKRANKS, BB_FILES, Bitboard, Color

NOT_FILE_A = BB_ALL ^ chess.BB_FILE_A
NOT_FILE_H = BB_ALL ^ chess.BB_FILE_H


@dataclass(slots=True, eq=False)
class Man:
    """A man that stood on `home`. `reach` is where it can ever stand, `contact` what it attacks next to `home`."""

    color: Color
    piece_type: chess.PieceType
    home: Bitboard
    reach: Bitboard
    contact: Bitboard
    facing: tuple[Man, ...] = ()
    """For a pawn: the enemy pawns in front of it on its file."""

    @property
    def can_move(self) -> bool:
        """Whether it may ever move."""
        return self.reach != self.home


@dataclass(slots=True)
class Reach:
    """All men, and for each color (False is Black): squares that may at some time be free of its men, and squares
    where a move of its men that can capture may end.
    """

    men: list[Man]
    clear: list[Bitboard]
    arrive: list[Bitboard]

    def of(self, color: Color) -> list[Man]:
        """The men of one color."""
        return [man for man in self.men if man.color == color]


def reach_of(board: chess.Board) -> Reach:
    """Where the men on the board can ever get to."""
    reach = Reach(_men(board), [BB_ALL ^ board.occupied_co[color] for color in (chess.BLACK, chess.WHITE)], [0, 0])
    while _enlarge(reach):
        pass
    return reach


def _men(board: chess.Board) -> list[Man]:
    men = []
    for square in chess.scan_forward(board.occupied):
        color, kind = bool(board.occupied_co[chess.WHITE] >> square & 1), board.piece_type_at(square)
        if kind is not None:
            home = chess.BB_SQUARES[square]
            contact = pawn_attacks(home, color) if kind == chess.PAWN else steps(kind, home)
            men.append(Man(color, kind, home, home, contact))
    pawns = [man for man in men if man.piece_type == chess.PAWN]
    for pawn in pawns:
        ahead = _file_of(pawn) & _beyond(pawn.home, pawn.color)
        pawn.facing = tuple(enemy for enemy in pawns if enemy.home & ahead and enemy.color != pawn.color)
    return men


def _file_of(pawn: Man) -> Bitboard:
    """The file on which the pawn stood."""
    return BB_FILES[(pawn.home.bit_length() - 1) & 7]


def _beyond(square: Bitboard, color: Color) -> Bitboard:
    """Among others, all squares of its file that lie beyond the square for a pawn of this color."""
    return BB_ALL & -(square << 1) if color else square - 1


def pawn_attacks(squares: Bitboard, color: Color) -> Bitboard:
    """What pawns of this color attack from these squares."""
    ahead = squares << 8 & BB_ALL if color else squares >> 8
    return (ahead & NOT_FILE_H) << 1 | (ahead & NOT_FILE_A) >> 1


def steps(kind: chess.PieceType, squares: Bitboard) -> Bitboard:
    """Where a piece gets in one jump, or one square in each direction, from these squares.

    One square is enough for sliders: what they pass is empty then, so they may also stop there.
    """
    right, left = (squares & NOT_FILE_H) << 1, (squares & NOT_FILE_A) >> 1
    sides = right | left
    if kind == chess.KNIGHT:
        far = (right & NOT_FILE_H) << 1 | (left & NOT_FILE_A) >> 1
        return (sides << 16 | sides >> 16 | far << 8 | far >> 8) & BB_ALL
    found = 0 if kind == chess.BISHOP else squares << 8 | squares >> 8 | sides
    if kind != chess.ROOK:
        found |= sides << 8 | sides >> 8
    return found & BB_ALL


def _enlarge(reach: Reach) -> bool:
    """Apply every rule once. False when nothing changed any more."""
    before = (*reach.clear, *reach.arrive)
    guarded = [_guarded_for_ever(reach, chess.BLACK), _guarded_for_ever(reach, chess.WHITE)]
    visited = [0, 0]
    for man in reach.men:
        if man.piece_type != chess.KING:
            visited[man.color] |= man.reach
    grown = False
    for man in reach.men:
        if man.reach != BB_ALL:
            enemy = not man.color
            grew = (
                _enlarge_pawn(man, reach, visited[enemy])
                if man.piece_type == chess.PAWN
                else _enlarge_piece(man, reach, guarded[enemy] if man.piece_type == chess.KING else 0)
            )
            grown = grown or grew
        _clear_home(man, reach)
    return grown or before != (*reach.clear, *reach.arrive)


def _clear_home(man: Man, reach: Reach) -> None:
    """A square becomes free when its man may leave it, or be captured on it."""
    capturable = man.piece_type != chess.KING and reach.arrive[not man.color] & man.home
    if capturable or man.can_move:
        reach.clear[man.color] |= man.home


def _guarded_for_ever(reach: Reach, color: Color) -> Bitboard:
    """What men attack that can neither move nor be captured, pinned or not; only next to them, where nothing gets
    between.
    """
    guarded = 0
    for man in reach.men:
        capturable = man.piece_type != chess.KING and reach.arrive[not color] & man.home
        if man.color == color and not man.can_move and not capturable:
            guarded |= man.contact
    return guarded


def _enlarge_piece(man: Man, reach: Reach, forbidden: Bitboard) -> bool:
    """To squares without own men; the king not to those that are guarded for ever."""
    open_to_it = reach.clear[man.color] & ~forbidden
    before = man.reach
    while True:
        targets = steps(man.piece_type, man.reach) & open_to_it
        reach.arrive[man.color] |= targets
        if not targets & ~man.reach:
            return man.reach != before
        man.reach |= targets


def _enlarge_pawn(man: Man, reach: Reach, enemies: Bitboard) -> bool:
    """Forward where both colors leave room, aside where an enemy may stand, and everywhere from the last rank.

    A double step is two steps. Capturing en passant lands where the captured pawn could have stood.
    """
    before = man.reach
    ahead = man.reach << 8 if man.color else man.reach >> 8
    pushes = ahead & reach.clear[chess.WHITE] & reach.clear[chess.BLACK] & ~_held_up(man, reach)
    captures = pawn_attacks(man.reach, man.color) & enemies & reach.clear[man.color]
    reach.arrive[man.color] |= captures
    man.reach |= pushes | captures
    if man.reach & BB_BACKRANKS:
        man.reach = reach.arrive[man.color] = BB_ALL
    return man.reach != before


def _held_up(pawn: Man, reach: Reach) -> Bitboard:
    """Where a pawn cannot be pushed because of an enemy pawn in front of it: that one's square and all beyond.

    As long as both stay on their file and the other one cannot be captured, they never get past each other.
    """
    elsewhere = ~_file_of(pawn)
    if pawn.reach & elsewhere:
        return 0
    held = 0
    for enemy in pawn.facing:
        if not enemy.reach & (elsewhere | reach.arrive[pawn.color]):
            held |= enemy.home | _beyond(enemy.home, pawn.color)
    return held
