"""Whether a side can still mate, as far as one step of a game finds out."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.endings.mating import possibility_of_mate
from bridge.rules.endings.possibility import Possibility
from bridge.rules.position import position_from_fen

MIDDLEGAMES = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1",
    "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 1",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 0 1",
]


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("fen", [*MIDDLEGAMES, *(chess.Board(fen).mirror().fen() for fen in MIDDLEGAMES)])
def test_in_a_middlegame_nobody_wonders_whether_mate_is_possible(fen: str, color: chess.Color) -> None:
    assert possibility_of_mate(position_from_fen(fen), color) is Possibility.YES


@pytest.mark.parametrize("color", chess.COLORS)
def test_a_bare_king_cannot_mate(color: chess.Color) -> None:
    board = chess.Board("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1")
    position = position_from_fen(board.fen() if color else board.mirror().fen())
    assert possibility_of_mate(position, not color) is Possibility.NO
