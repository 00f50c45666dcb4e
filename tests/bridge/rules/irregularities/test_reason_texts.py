"""The reasons in words, in both languages."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.irregularities.reason_texts import english, turkish
from bridge.rules.irregularities.why_illegal import Fault, why_illegal
from bridge.rules.position import position_from_fen

SAID = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e4e5",
        "nothing stood on e4",
        "e4 karesi boştu",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e7e5",
        "a piece of the opponent was moved, the pawn on e7",
        "rakibin taşı oynandı: e7 karesindeki piyon",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "a1a2",
        "White captured a piece of his own side, the pawn on a2",
        "oyuncu kendi taşını aldı: a2 karesindeki piyon",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "g1g3",
        "the knight cannot move from g1 to g3",
        "at, g1 karesinden g3 karesine gidemez",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "f1b5",
        "the pawn on e2 stands between f1 and b5",
        "f1 ile b5 kareleri arasında taş var: e2 karesindeki piyon",
    ),
    (
        "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
        "e4e3",
        "the pawn moved backwards, from e4 to e3",
        "piyon geriye oynandı, e4 karesinden e3 karesine",
    ),
    (
        "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
        "e4d4",
        "the pawn moved sideways, from e4 to d4",
        "piyon yana oynandı, e4 karesinden d4 karesine",
    ),
    (
        "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
        "e4e6",
        "the pawn moved two squares though it had left its starting square",
        "piyon başlangıç karesinden ayrılmışken iki kare ilerledi",
    ),
    (
        "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1",
        "e2e4",
        "the pawn captured straight ahead, the knight on e4",
        "piyon düz ilerleyerek taş aldı: e4 karesindeki at",
    ),
    (
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "e2d3",
        "the pawn moved diagonally to d3 without capturing",
        "piyon taş almadan d3 karesine çapraz oynandı",
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5d6",
        "the pawn on d5 could be captured en passant only at once after a move of two squares",
        "d5 karesindeki piyon ancak iki kare ilerlemesinin hemen ardından geçerken alınabilirdi",
    ),
    (
        "8/4P1k1/8/8/8/8/8/K7 w - - 0 1",
        "e7e8",
        "the pawn on e8 was not exchanged for another piece",
        "e8 karesine varan piyonun yerine yeni taş konmadı",
    ),
    (
        "8/4P1k1/8/8/8/8/8/K7 w - - 0 1",
        "e7e8k",
        "a pawn is promoted to a queen, rook, bishop or knight and to nothing else",
        "piyon yalnızca vezir, kale, fil ya da ata terfi eder",
    ),
    (
        "8/4P1k1/8/8/8/8/8/K7 w - - 0 1",
        "a1a2q",
        "only a pawn that reaches the last rank is exchanged for another piece",
        "yalnızca son yataya varan piyon terfi eder",
    ),
    (
        "4r1k1/8/8/8/7b/8/8/3PK3 w - - 0 1",
        "d1d2",
        "the king on e1 stays in check by the bishop on h4 and the rook on e8",
        "e1 karesindeki şah tehdit altında kaldı; tehdit eden: h4 karesindeki fil ve e8 karesindeki kale",
    ),
    (
        "4k3/8/3n4/1B6/8/8/8/4K3 b - - 0 1",
        "e8d7",
        "the king moved to d7, attacked by the bishop on b5",
        "şah, tehdit altındaki d7 karesine oynandı; tehdit eden: b5 karesindeki fil",
    ),
    (
        "3rk3/8/8/8/8/8/3N4/3K4 w - - 0 1",
        "d2f3",
        "the rook on d8 pins the knight on d2",
        "d2 karesindeki at açmazda; açmaza alan: d8 karesindeki kale",
    ),
    (
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "e5d6",
        "the capture en passant leaves the king on a5 in check by the rook on h5",
        "geçerken alma, a5 karesindeki şahı tehdit altında bıraktı; tehdit eden: h5 karesindeki kale",
    ),
    (
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "e7e8",
        "the king on e8 was captured",
        "e8 karesindeki şah alındı",
    ),
    (
        "r3k2r/8/8/8/8/8/8/4K2R b - - 0 1",
        "e8g8",
        "Black has no right to castle with the rook on h8 any more",
        "rok hakkı kalmadı: h8 karesindeki kale",
    ),
    (
        "rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
        "e8c8",
        "the knight on b8 stands in the way of castling",
        "rok için boş olması gereken karede taş var: b8 karesindeki at",
    ),
    (
        "r3k2r/8/8/8/8/8/8/4R1K1 b kq - 0 1",
        "e8g8",
        "Black castled while the king was in check by the rook on e1",
        "şah tehdit altındayken rok yapıldı; tehdit eden: e1 karesindeki kale",
    ),
    (
        "r3k2r/5R2/8/8/8/8/8/4K3 b kq - 0 1",
        "e8g8",
        "Black castled through f8, attacked by the rook on f7",
        "rokta şah, tehdit altındaki f8 karesinden geçti; tehdit eden: f7 karesindeki kale",
    ),
    (
        "r3k2r/8/8/8/8/8/8/6RK b kq - 0 1",
        "e8g8",
        "Black castled to g8, attacked by the rook on g1",
        "rokta şah, tehdit altındaki g8 karesine geldi; tehdit eden: g1 karesindeki kale",
    ),
]


@pytest.mark.parametrize(("fen", "uci", "in_english", "in_turkish"), SAID, ids=[row[2] for row in SAID])
def test_one_sentence_in_each_language(fen: str, uci: str, in_english: str, in_turkish: str) -> None:
    reason = why_illegal(position_from_fen(fen), chess.Move.from_uci(uci))
    assert reason is not None
    assert (english(reason), turkish(reason)) == (in_english, in_turkish)


@pytest.mark.parametrize(
    ("move", "in_english", "in_turkish"),
    [
        (chess.Move.null(), "no piece was moved", "hiçbir taş oynanmadı"),
        (
            chess.Move(chess.E4, chess.E4, drop=chess.QUEEN),
            "a queen was put on e4 from outside the board",
            "e4 karesine tahta dışından taş kondu: vezir",
        ),
    ],
)
def test_what_is_no_move_of_a_piece(move: chess.Move, in_english: str, in_turkish: str) -> None:
    reason = why_illegal(position_from_fen(chess.STARTING_FEN), move)
    assert reason is not None
    assert (english(reason), turkish(reason)) == (in_english, in_turkish)


def test_every_fault_is_said_somewhere_above() -> None:
    said = {why_illegal(position_from_fen(row[0]), chess.Move.from_uci(row[1])) for row in SAID}
    assert {reason.fault for reason in said if reason} | {Fault.NO_MOVE, Fault.PUT_ON} == set(Fault)


def test_several_attackers_are_listed() -> None:
    position = position_from_fen("4k3/8/8/8/2b2r2/6n1/8/4K2R w K - 0 1")
    reason = why_illegal(position, chess.Move.from_uci("e1g1"))
    assert reason is not None
    attackers = "the knight on g3, the bishop on c4 and the rook on f4"
    assert english(reason) == f"White castled through f1, attacked by {attackers}"
    assert turkish(reason).endswith("g3 karesindeki at, c4 karesindeki fil ve f4 karesindeki kale")
