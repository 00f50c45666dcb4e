"""What hands can hold and where they came by, on a board that knows no pieces."""

from __future__ import annotations

import chess
import pytest

from drivers.placement import Sensing
from tests.bridge.rules.mirror import play

EN_PASSANT = "4k3/8/8/8/4p3/8/5P2/4K3 w - - 0 1"
MIDDLEGAME = "rnb1k1r1/ppQ4p/2p1P1pb/6q1/4p3/2N5/PPP2PPP/3RKB1R b Kq - 3 13"
QUEENS = "5r1k/pp1q2pp/7r/2P1Q3/4Pp2/2RBnN2/PP4PP/6K1 w - - 7 33"

HANDS = {
    "a capture that nobody saw or pressed for, and the game goes on": (
        MIDDLEGAME, "0:c8- 0.2:e6b 1.1:c7- 1.3:b7- 1.4:b7Q 3:e4- 3.1:e3p 3.5:B", "Bxe6 Qxb7 e3",
    ),
    "a king that takes while another piece is promoted beside it": (
        "6k1/1p3P1R/3p4/8/8/8/P2N4/K7 b - - 0 37", "0:h7- 0.1:g8- 0.4:h7k 1.3:f8Q 1.4:f7- 1.7:B 1.75:W", "Kxh7 f8=Q",
    ),
    "a piece that is taken at once by one that slides": (
        QUEENS, "0:e5- 0.3:d4Q 0.35:d4- 0.44:d7- 0.45:d6q 0.47:W 0.5:d6- 0.51:d5q 0.55:d5- 0.56:d4q 0.9:B", "Qd4 Qxd4",
    ),
    "a pawn that is taken in passing before the press": (
        EN_PASSANT, "0:f2- 0.01:f3P 0.06:f3- 0.07:f4P 0.16:f4- 0.25:W 0.3:e4- 0.56:f3p 0.9:B", "f4 exf3",
    ),
    "a pawn that rests on its way and is taken in passing at once": (
        EN_PASSANT, "0:f2- 0.3:f3P 0.9:f3- 1:f4P 1.07:f4- 1.2:W 1.25:e4- 1.4:f3p 1.6:B", "f4 exf3",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("fen", "script", "moves"), HANDS.values(), ids=HANDS)
def test_hands_can_hold_only_what_was_lifted_since(fen: str, script: str, moves: str) -> None:
    assert play(fen, script, chess.WHITE, sensing=Sensing.OCCUPANCY).moves == moves
