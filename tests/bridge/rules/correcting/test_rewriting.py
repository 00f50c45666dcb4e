"""Corrections of what has been played: the record, the board and what follows are as the arbiter says."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.correcting.corrections import (
    AcceptPosition,
    AcknowledgeAlert,
    ChooseMove,
    ChoosePromotion,
    Correction,
    IllegalStands,
    RefusalCode,
    ReplaceMove,
    RestorePly,
    SetPosition,
    SetResult,
    Touched,
)
from bridge.rules.notices import Refused, ResultSeen, Stage
from drivers.placement import Sensing
from tests.bridge.rules.table import Table

ARBITER = ("arbiter", "as I saw it")
OPENING = "0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B 4:g1- 4.4:f3N 4.8:W"


def said(table: Table, correction: Correction) -> Table:
    table.tell(correction, table.now + 1)
    return table


def refused(table: Table, correction: Correction) -> RefusalCode:
    """Why the correction is refused; nothing else is told."""
    before = (table.moves, table.game.position, table.game.alerts, table.game.result, len(table.notices))
    said(table, correction)
    assert before[:4] == (table.moves, table.game.position, table.game.alerts, table.game.result)
    (told,) = table.notices[before[4] :]
    assert isinstance(told, Refused)
    assert told.correction == correction
    return told.code


def open_alerts(table: Table) -> list[str]:
    return [alert.kind.value for alert in table.game.alerts]


# ---- restore ----


@pytest.mark.parametrize(
    ("ply", "left", "back"),
    [
        (2, "e4 e5", "20:f3- 20.4:g1N"),
        (1, "e4", "20:f3- 20.4:g1N 21:e5- 21.4:e7p"),
        (0, "", "20:e5- 20.4:e7p 21:f3- 21.4:g1N 22:e4- 22.4:e2P"),
    ],
)
def test_a_position_of_before_is_restored(ply: int, left: str, back: str) -> None:
    table = said(Table().play(OPENING).wait(), RestorePly(*ARBITER, ply))
    assert table.alert.ordered
    assert dict(table.alert.restore)[chess.G1] == "N"
    assert dict(table.alert.found)[chess.G1] == ""
    assert (table.moves, table.game.root.ply) == (left, ply)
    assert open_alerts(table) == ["displaced_piece"]
    told = len(table.notices)
    shift = table.now - 20 + 2
    table.play(" ".join(f"{float(word.split(':')[0]) + shift}:{word.split(':')[1]}" for word in back.split()))
    assert [type(notice).__name__ for notice in table.notices[told:] if "Dump" not in type(notice).__name__] == [
        "AlertClosed"
    ]
    assert (table.moves, open_alerts(table), table.game.restoring) == (left, [], False)


def test_what_must_be_put_back_is_told() -> None:
    table = said(Table().play(OPENING).wait(), RestorePly(*ARBITER, 1))
    assert dict(table.alert.restore) == {chess.G1: "N", chess.F3: "", chess.E7: "p", chess.E5: ""}


def test_while_the_board_is_put_back_nothing_is_judged_and_no_press_counts() -> None:
    table = said(Table().play(OPENING).wait(), RestorePly(*ARBITER, 0))
    told = len(table.raised)
    table.play("50:f3- 51:W 55:h3N 56:B 60:W").wait(100)
    assert (table.moves, table.raised[told:]) == ("", [])
    table.standing = Table().standing
    table.play("200:dump").wait()
    assert (table.moves, table.raised[told:], open_alerts(table)) == ("", [], [])


def test_a_move_from_the_restored_position_counts_with_its_press_though_the_position_never_stood() -> None:
    table = said(Table().play("0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B").wait(), RestorePly(*ARBITER, 1))
    table.play("50:e5- 50.4:e6p")
    assert (table.moves, table.game.restoring) == ("e4", True)
    table.play("51:W")
    assert (table.moves, table.game.restoring) == ("e4", True)
    table.play("52:B").wait()
    assert (table.moves, table.game.restoring, open_alerts(table)) == ("e4 e6", False, [])


def test_the_move_that_was_taken_back_does_not_come_back_by_a_press() -> None:
    table = said(Table().play("0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B").wait(), RestorePly(*ARBITER, 1))
    assert table.play("50:B").wait().moves == "e4"
    assert table.game.restoring


def test_alerts_about_moves_that_stay_stay_open() -> None:
    table = Table().play("0:g1- 2:g1N 3:e2- 3.4:e4P 3.8:W 6:e7- 6.4:e5p 6.8:B").wait()
    assert open_alerts(said(table, RestorePly(*ARBITER, 1))) == ["touch_move_violation", "displaced_piece"]
    assert open_alerts(said(table, RestorePly(*ARBITER, 0))) == ["displaced_piece"]


def test_what_the_arbiter_restored_is_followed_like_everything_else() -> None:
    table = Table().play("0:e2- 0.4:e4P 2:e7- 2.4:e5p 4:dump")
    said(table, RestorePly(*ARBITER, 2))
    assert (table.moves, table.game.restoring) == ("e4 e5", False)
    table.standing = Table().play("0:e2- 0.4:e4P 0.8:W 2:c7- 2.4:c5p").standing
    table.play("6:dump").wait()
    assert (table.moves, table.raised) == ("e4 c5", ["takeback"])


def test_the_next_game_waits_no_longer_when_the_old_one_goes_on() -> None:
    fools_mate = "0:f2- 0.4:f3P 0.8:W 2:e7- 2.4:e5p 2.8:B 4:g2- 4.4:g4P 4.8:W 6:d8- 6.4:h4q 6.8:B"
    table = Table().play(fools_mate).wait()
    table.standing = Table().standing
    table.play("50:dump").wait()
    assert table.game.next is not None
    said(table, RestorePly(*ARBITER, 3))
    assert (table.game.next, table.game.number, table.moves) == (None, 1, "f3 e5 g4")


def test_an_alert_is_seen_to_while_the_next_game_waits() -> None:
    table = Table().play(OPENING).wait()
    table.standing = Table().standing
    table.play("50:dump").wait()
    assert table.game.next is not None
    told = len(table.raised)
    said(table, AcknowledgeAlert(*ARBITER, table.alert.id)).wait()
    assert (table.game.next is not None, table.raised[told:]) == (True, [])


def test_play_goes_on_once_the_board_is_put_back_and_touches_before_bind_nobody() -> None:
    table = said(Table().play("0:e2- 0.4:e4P 0.8:W").wait(), RestorePly(*ARBITER, 0))
    table.play("50:b1- 53:b1N 54:e4- 54.4:e2P 60:d2- 60.4:d4P 60.8:W 63:d7- 63.4:d5p 63.8:B").wait()
    assert (table.moves, table.raised) == ("d4 d5", ["displaced_piece"])


def test_a_board_that_is_back_already_waits_for_nothing() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W 2:e4- 2.4:e2P 2.5:dump")
    said(table, RestorePly(*ARBITER, 0))
    assert (table.moves, open_alerts(table), table.game.restoring) == ("", [], False)


def test_a_dump_shows_that_the_board_is_back() -> None:
    table = said(Table().play("0:e2- 0.4:e4P 0.8:W").wait(), RestorePly(*ARBITER, 0))
    table.standing = Table().standing
    table.play("50:dump")
    assert (table.moves, open_alerts(table), table.game.restoring) == ("", [], False)


def test_restoring_opens_a_game_that_was_over() -> None:
    fools_mate = "0:f2- 0.4:f3P 0.8:W 2:e7- 2.4:e5p 2.8:B 4:g2- 4.4:g4P 4.8:W 6:d8- 6.4:h4q 6.8:B"
    table = Table().play(fools_mate).wait()
    assert table.game.result == ResultSeen("0-1", "checkmate")
    said(table, RestorePly(*ARBITER, 3))
    assert (table.moves, table.game.result) == ("f3 e5 g4", None)
    table.play("50:h4- 50.4:d8q 55:b8- 55.4:c6n 55.8:B").wait()
    assert table.moves == "f3 e5 g4 Nc6"


@pytest.mark.parametrize("ply", [-1, 4, 100])
def test_there_is_no_such_half_move(ply: int) -> None:
    table = Table().play(OPENING).wait()
    assert refused(table, RestorePly(*ARBITER, ply)) is RefusalCode.NO_SUCH_PLY


# ---- replace ----

PROMOTES = "8/4P1k1/8/8/8/8/6p1/K7 w - - 0 1"


def test_a_move_is_replaced_and_the_later_ones_stay() -> None:
    table = said(Table().play(OPENING).wait(), ReplaceMove(*ARBITER, 1, "e2e3"))
    assert table.moves == "e3 e5 Nf3"
    assert dict(table.alert.restore) == {chess.E3: "P", chess.E4: ""}
    table.play("50:e4- 50.4:e3P 60:b8- 60.4:c6n 60.8:B").wait()
    assert (table.moves, open_alerts(table)) == ("e3 e5 Nf3 Nc6", [])


@pytest.mark.parametrize(
    ("ply", "move"),
    [(1, "e2e5"), (1, "rubbish"), (1, "0000"), (3, "b1d2"), (1, "g1f3")],
    ids=["illegal", "no move", "null", "taken square", "the later move is gone"],
)
def test_what_cannot_be_played_is_refused(ply: int, move: str) -> None:
    table = Table().play(OPENING).wait()
    assert refused(table, ReplaceMove(*ARBITER, ply, move)) is RefusalCode.NOT_LEGAL


def test_another_piece_is_chosen_for_both_colors() -> None:
    table = Table(PROMOTES).play("0:e7- 0.4:e8Q 0.8:W 2:g2- 2.4:g1q 2.8:B").wait()
    said(table, ReplaceMove(*ARBITER, 1, "e7e8r"))
    said(table, ReplaceMove(*ARBITER, 2, "g2g1n"))
    assert table.moves == "e8=R g1=N"
    assert dict(table.alert.restore) == {chess.E8: "R", chess.G1: "n"}


def test_a_mate_that_was_none_opens_the_game_and_one_that_was_ends_it() -> None:
    table = Table("7k/4P3/6K1/8/8/8/8/8 w - - 0 1").play("0:e7- 0.4:e8Q 0.8:W").wait()
    assert table.game.result == ResultSeen("1-0", "checkmate")
    said(table, ReplaceMove(*ARBITER, 1, "e7e8b"))
    assert (table.moves, table.game.result) == ("e8=B", None)


CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize("uci", ["e1g1", "e1h1"])
def test_castling_is_understood_in_both_ways(uci: str) -> None:
    table = Table(CASTLE).play("0:e1- 0.4:f1K 0.8:W").wait()
    assert said(table, ReplaceMove(*ARBITER, 1, uci)).moves == "O-O"


def test_castling_in_chess960_is_king_takes_rook() -> None:
    table = Table("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", chess960=True)
    table.play("0:e1- 0.4:f1K 0.8:W 2:e8- 2.4:d8k 2.8:B").wait()
    assert table.moves == "Kf1 Kd8"
    assert refused(table, ReplaceMove(*ARBITER, 1, "e1g1x")) is RefusalCode.NOT_LEGAL
    assert said(table, ReplaceMove(*ARBITER, 1, "e1g1")).moves == "O-O Kd8"
    assert said(table, ReplaceMove(*ARBITER, 2, "e8b8")).moves == "O-O O-O-O"


# ---- choose ----


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize(("piece", "san"), [(chess.KNIGHT, "N+"), (chess.ROOK, "R"), (chess.QUEEN, "Q")])
def test_a_promotion_is_chosen_that_the_board_did_not_show(color: chess.Color, piece: int, san: str) -> None:
    script = "0:e7- 0.4:e8Q 0.8:W" if color else "0:e2- 0.4:e1q 0.8:B"
    fen = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"
    table = Table(fen if color else chess.Board(fen).mirror().fen(), sensing=Sensing.OCCUPANCY).play(script).wait()
    assert open_alerts(table) == ["promotion_choice_needed"]
    said(table, ChoosePromotion(*ARBITER, 1, piece))
    assert table.moves == f"e{8 if color else 1}={san}"
    assert (open_alerts(table), table.game.moves[0].guess) == ([], False)


def test_later_moves_stay_and_a_choice_that_they_forbid_is_refused() -> None:
    table = Table("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", sensing=Sensing.OCCUPANCY)
    table.play("0:e7- 0.4:e8Q 0.8:W 5:g7- 5.4:h7k 5.8:B 9:e8- 9.4:e4Q 9.8:W").wait()
    assert table.moves == "e8=Q Kh7 Qe4+"
    assert refused(table, ChoosePromotion(*ARBITER, 1, chess.KNIGHT)) is RefusalCode.NOT_LEGAL
    assert said(table, ChoosePromotion(*ARBITER, 1, chess.ROOK)).moves == "e8=R Kh7 Re4"


def test_the_open_move_after_a_choice_keeps_its_stage() -> None:
    table = Table("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", sensing=Sensing.OCCUPANCY)
    table.play("0:e7- 0.4:e8Q 0.8:W 5:g7- 5.4:h7k")
    table.tell(ChoosePromotion(*ARBITER, 1, chess.ROOK), 5.5)
    assert (table.moves, table.stages) == ("e8=R Kh7", [Stage.COMPLETED, Stage.TENTATIVE])
    assert table.wait().stages == [Stage.COMPLETED, Stage.MADE]
    said(table, ChoosePromotion(*ARBITER, 1, chess.QUEEN))
    assert (table.moves, table.stages) == ("e8=Q Kh7", [Stage.COMPLETED, Stage.MADE])


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        (ChoosePromotion(*ARBITER, 2, chess.QUEEN), RefusalCode.NO_SUCH_PLY),
        (ChoosePromotion(*ARBITER, 0, chess.QUEEN), RefusalCode.NO_SUCH_PLY),
        (ChoosePromotion(*ARBITER, 1, chess.KING), RefusalCode.NOT_LEGAL),
        (ChoosePromotion(*ARBITER, 1, chess.PAWN), RefusalCode.NOT_LEGAL),
        (ChooseMove(*ARBITER, 1, "e7e6"), RefusalCode.NOT_LEGAL),
    ],
)
def test_what_cannot_be_chosen(correction: Correction, code: RefusalCode) -> None:
    table = Table("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", sensing=Sensing.OCCUPANCY).play("0:e7- 0.4:e8Q 0.8:W").wait()
    assert refused(table, correction) is code


def test_a_move_that_is_no_guess_is_replaced_not_chosen() -> None:
    table = Table().play(OPENING).wait()
    assert refused(table, ChooseMove(*ARBITER, 1, "e2e4")) is RefusalCode.NOT_OPEN
    assert refused(table, ChoosePromotion(*ARBITER, 1, chess.QUEEN)) is RefusalCode.NOT_OPEN


@pytest.mark.parametrize("color", chess.COLORS)
def test_the_arbiter_says_which_piece_was_taken(color: chess.Color) -> None:
    fen = "4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1"
    table = Table(fen if color else chess.Board(fen).mirror().fen(), sensing=Sensing.OCCUPANCY)
    table.play("0:e4- 2:W" if color else "0:e5- 2:B").wait()
    assert open_alerts(table) == ["ambiguous_move"]
    first, other = table.alert.permitted[0], table.alert.permitted[1]
    assert table.game.moves[0].move.uci() == first
    said(table, ChooseMove(*ARBITER, 1, other))
    assert table.game.moves[0].move.uci() == other
    assert (open_alerts(table), table.game.moves[0].guess) == ([], False)


# ---- accept and set ----


def test_what_stands_on_the_board_is_accepted() -> None:
    table = Table().play(OPENING).play("8:b1- 8.2:b5N 8.4:g8- 8.6:g4n 9:dump").wait()
    assert "displaced_piece" in open_alerts(table)
    said(table, AcceptPosition(*ARBITER, turn=chess.BLACK))
    assert (table.game.restoring, open_alerts(table)) == (False, [])
    assert table.moves.startswith("e4 e5 Nf3 illegal:0000")
    board = table.game.position.board()
    assert board.fen() == "rnbqkb1r/pppp1ppp/8/1N2p3/4P1n1/5N2/PPPP1PPP/R1BQKB1R b KQkq - 0 2"
    table.play("60:b8- 60.4:c6n 60.8:B 62:b5- 62.4:c3N 62.8:W").wait()
    assert table.game.position.board().piece_at(chess.C3) == chess.Piece.from_symbol("N")
    assert len(table.moves.split()) == 6


@pytest.mark.parametrize("color", chess.COLORS)
def test_rights_are_kept_only_where_king_and_rook_stand(color: chess.Color) -> None:
    fen = CASTLE if color else chess.Board(CASTLE).mirror().fen()
    table = Table(fen).play("0:a1- 0.4:b4R 1:h8- 1.4:g5r 2:dump" if color else "0:a8- 0.4:b5r 1:h1- 1.4:g4R 2:dump")
    table.wait()
    said(table, AcceptPosition(*ARBITER))
    assert table.game.position.board().castling_xfen() == ("Kq" if color else "Qk")
    assert table.game.position.turn == color


def test_rights_in_chess960_belong_to_their_rooks() -> None:
    table = Table("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", chess960=True)
    table.play("0:b1- 0.4:a3R 1:b8- 1.4:a6r 2:dump").wait()
    said(table, AcceptPosition(*ARBITER))
    assert table.game.position.board().castling_shredder_fen() == "Gg"


def test_rights_and_turn_may_be_told() -> None:
    table = Table(CASTLE).play("0:a1- 0.4:b4R 1:h8- 1.4:g5r 2:dump").wait()
    said(table, AcceptPosition(*ARBITER, turn=chess.BLACK, castling="-"))
    assert (table.game.position.turn, table.game.position.board().castling_xfen()) == (chess.BLACK, "-")
    assert refused(table, AcceptPosition(*ARBITER, castling="KX")) is RefusalCode.NOT_A_POSITION
    assert refused(table, AcceptPosition(*ARBITER, castling="KQ")) is RefusalCode.NOT_A_POSITION


def test_a_king_that_could_be_taken_has_the_move() -> None:
    table = Table("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").play("0:a1- 0.4:a8R 1:e1- 1.4:e2K 2:dump").wait()
    said(table, AcceptPosition(*ARBITER))
    assert table.game.position.turn == chess.BLACK


def test_a_board_without_a_king_is_no_position() -> None:
    table = Table().play("0:e1- 0.4:dump").wait()
    assert refused(table, AcceptPosition(*ARBITER)) is RefusalCode.NOT_A_POSITION


def test_an_eboard_that_knows_no_pieces_cannot_tell_the_position() -> None:
    table = Table(sensing=Sensing.OCCUPANCY).play("0:b1- 0.2:b5N 0.4:g8- 0.6:g4n 1:dump").wait()
    assert refused(table, AcceptPosition(*ARBITER)) is RefusalCode.NOT_SHOWN
    said(table, SetPosition(*ARBITER, "rnbqkb1r/pppppppp/8/1N6/6n1/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"))
    assert (table.game.restoring, open_alerts(table)) == (False, [])
    assert table.play("60:b5- 60.4:c3N 60.8:W").wait().moves == "Nc3"


def test_before_the_first_move_another_start_is_set() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    table = said(Table().wait(), SetPosition(*ARBITER, fen))
    assert (table.moves, table.game.setup.start.fen, table.game.restoring) == ("", fen, True)
    table.standing = Table(fen).standing
    assert table.play("60:dump 61:e2- 61.4:e4P 61.8:W").wait().moves == "e4"


def test_a_position_that_is_set_may_be_taken_back_by_restoring() -> None:
    table = said(Table().play(OPENING).wait(), SetPosition(*ARBITER, "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30"))
    assert table.moves == "e4 e5 Nf3 illegal:0000"
    assert table.game.position.fen == "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30"
    said(table, RestorePly(*ARBITER, 3))
    assert (table.moves, table.game.restoring, open_alerts(table)) == ("e4 e5 Nf3", False, [])
    assert table.play("60:b8- 60.4:c6n 60.8:B").wait().moves == "e4 e5 Nf3 Nc6"


def test_the_position_that_the_game_has_is_no_entry_in_the_record() -> None:
    table = Table().play(OPENING).wait()
    assert said(table, AcceptPosition(*ARBITER)).moves == "e4 e5 Nf3"
    assert said(table, SetPosition(*ARBITER, table.game.position.fen)).moves == "e4 e5 Nf3"


def test_what_was_before_a_position_that_was_set_may_still_be_replaced() -> None:
    table = said(Table().play(OPENING).wait(), SetPosition(*ARBITER, "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30"))
    said(table, ReplaceMove(*ARBITER, 1, "e2e3"))
    assert table.moves == "e3 e5 Nf3 illegal:0000"
    befores, afters = [each.before for each in table.game.moves], [each.after for each in table.game.moves]
    assert befores[1:] == afters[:-1]
    assert refused(table, ReplaceMove(*ARBITER, 4, "b8c6")) is RefusalCode.NO_SUCH_PLY
    assert refused(table, Touched(*ARBITER, chess.E2, 4)) is RefusalCode.NO_SUCH_PLY


def test_a_piece_that_the_eboard_does_not_know_is_no_position() -> None:
    table = Table().play(OPENING).play("8:b1- 8.4:b5? 9:dump").wait()
    assert refused(table, AcceptPosition(*ARBITER)) is RefusalCode.NOT_SHOWN


@pytest.mark.parametrize("fen", ["", "rubbish", "8/8/8/8/8/8/8/8 w - - 0 1", "4k2R/8/8/8/8/8/8/4K3 w - - 0 1"])
def test_no_game_is_played_from_there(fen: str) -> None:
    assert refused(Table().play(OPENING).wait(), SetPosition(*ARBITER, fen)) is RefusalCode.NOT_A_POSITION


# ---- illegal stands ----

ILLEGAL = {
    chess.WHITE: ("4r1k1/8/8/8/8/8/3P4/4K3 w - - 0 1", "0:d2- 0.4:d4P 0.8:W", "d2d4", "60:g8- 60.4:g7k 60.8:B", "Kg7+"),
    chess.BLACK: ("4k3/3p4/8/8/8/8/8/4R1K1 b - - 0 1", "0:d7- 0.4:d5p 0.8:B", "d7d5", "60:g1- 60.4:g2K 60.8:W", "Kg2+"),
}


@pytest.mark.parametrize("color", chess.COLORS)
def test_an_illegal_move_stands(color: chess.Color) -> None:
    fen, script, uci, reply, answer = ILLEGAL[color]
    table = Table(fen).play(script).wait()
    assert open_alerts(table) == ["illegal_move"]
    said(table, IllegalStands(*ARBITER))
    assert (table.moves, open_alerts(table)) == (f"illegal:{uci}", [])
    assert table.game.root.illegal
    assert table.play(reply).wait().moves == f"illegal:{uci} {answer}"
    assert table.raised == ["illegal_move"]


def test_a_reply_to_an_illegal_move_may_be_taken_back() -> None:
    table = said(Table(ILLEGAL[chess.WHITE][0]).play("0:d2- 0.4:d4P 0.8:W").wait(), IllegalStands(*ARBITER))
    assert table.play("60:g8- 60.4:g7k").moves == "illegal:d2d4 Kg7+"
    assert table.play("62:g7- 62.4:g8k").moves == "illegal:d2d4"
    assert table.play("64:g8- 64.4:h8k 64.8:B").wait().moves == "illegal:d2d4 Kh8+"


def test_an_illegal_move_that_stands_is_taken_back_on_the_board() -> None:
    table = Table(ILLEGAL[chess.WHITE][0]).play("0:d2- 0.4:d4P 0.8:W 2:dump")
    said(table, IllegalStands(*ARBITER))
    table.standing = Table(ILLEGAL[chess.WHITE][0]).play("0:e1- 0.4:d1K").standing
    table.play("4:dump").wait()
    assert (table.moves, table.raised) == ("Kd1", ["illegal_move", "takeback"])


def test_without_an_open_illegal_move_none_stands() -> None:
    assert refused(Table().play(OPENING).wait(), IllegalStands(*ARBITER)) is RefusalCode.NOT_OPEN


def test_an_illegal_move_that_was_put_back_does_not_stand() -> None:
    table = Table(ILLEGAL[chess.WHITE][0]).play("0:d2- 0.4:d4P 0.8:W 5:d4- 5.4:d2P").wait()
    assert refused(table, IllegalStands(*ARBITER)) in {RefusalCode.NOT_OPEN, RefusalCode.NOT_SHOWN}


# ---- result ----


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
def test_the_arbiter_gives_a_result_and_opens_the_game_again(result: str) -> None:
    table = said(Table().play(OPENING).wait(), SetResult(*ARBITER, result))
    assert table.game.result == ResultSeen(result, "arbiter", confirmed=True)
    assert table.play("50:b8- 50.4:c6n").wait().moves == "e4 e5 Nf3"
    said(table, SetResult(*ARBITER, "*"))
    assert (table.game.result, table.game.restoring, table.moves) == (None, False, "e4 e5 Nf3 Nc6")
    assert table.play("90:f1- 90.4:b5B 90.8:W").wait().moves == "e4 e5 Nf3 Nc6 Bb5"


def test_a_game_that_is_opened_again_waits_for_pieces_that_stand_elsewhere() -> None:
    table = said(Table().play(OPENING).wait(), SetResult(*ARBITER, "1-0"))
    table.play("50:b8- 50.4:h3n 51:a1- 51.4:a5R 52:e8- 52.4:e6k").wait()
    said(table, SetResult(*ARBITER, "*"))
    assert (table.game.result, table.game.restoring, table.moves) == (None, True, "e4 e5 Nf3")


def test_the_kings_say_what_the_arbiter_confirms() -> None:
    knights = "0:g1- 0.4:f3N 0.8:W 2:g8- 2.4:f6n 2.8:B"
    table = Table().play(f"{knights} 10:e1- 10.4:e4K 11:e8- 11.4:d5k").wait()
    assert (open_alerts(table), table.game.result) == (["result_signal"], ResultSeen("1-0", "kings"))
    said(table, SetResult(*ARBITER, "1-0")).wait()
    assert (open_alerts(table), table.game.result) == ([], ResultSeen("1-0", "arbiter", confirmed=True))


def test_after_the_result_the_pieces_may_stand_anywhere() -> None:
    table = Table().play(f"{OPENING} 8:b1- 8.4:b5N 9:g8- 9.4:g4n 10:dump").wait()
    assert "displaced_piece" in open_alerts(table)
    said(table, SetResult(*ARBITER, "1/2-1/2"))
    assert "displaced_piece" not in open_alerts(table)
    assert table.play("60:a2- 61:W").wait().raised.count("displaced_piece") == 1


def test_what_is_no_result() -> None:
    table = Table().play(OPENING).wait()
    assert refused(table, SetResult(*ARBITER, "2-0")) is RefusalCode.NOT_LEGAL
    assert refused(table, SetResult(*ARBITER, "*")) is RefusalCode.NOT_OPEN
