"""The same again with colors exchanged: what holds for White holds for Black."""

from __future__ import annotations

import re

import chess

from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored


def mirrored_fen(fen: str, *, chess960: bool = False) -> str:
    """The position seen in a mirror between the fourth and the fifth rank, colors exchanged."""
    return chess.Board(fen, chess960=chess960).mirror().fen(shredder=chess960)


def mirrored_moves(moves: str) -> str:
    """Moves in algebraic notation or UCI with their ranks exchanged."""
    return re.sub(r"[1-8]", lambda rank: str(9 - int(rank[0])), moves)


def play(
    fen: str,
    script: str,
    color: chess.Color,
    *,
    sensing: Sensing = Sensing.IDENTITY,
    chess960: bool = False,
    scan: float = 0.0,
) -> Table:
    """The script, written for White, played by this side on a table of its own; then time passes."""
    if color == chess.BLACK:
        fen, script = mirrored_fen(fen, chess960=chess960), mirrored(script)
    return Table(fen, chess960=chess960, sensing=sensing, scan=scan).play(script).wait()


def seen_by(color: chess.Color, moves: str) -> str:
    """The moves, written for White, as this side plays them."""
    return moves if color == chess.WHITE else mirrored_moves(moves)
