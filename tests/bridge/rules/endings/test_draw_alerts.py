"""Draws as the running game sees them: what ends it without a claim, and what only the arbiter hears of."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.laws.draws import DRAW_RULES
from bridge.rules.alerts import AlertKind, Severity
from bridge.rules.correcting.corrections import CloseAlert, RestorePly, SetResult
from bridge.rules.endings.draw_alerts import see_draws
from bridge.rules.endings.draws import DrawGround, DrawKind, automatic_draw, claimable, history_of, worth_a_look
from bridge.rules.inputs import StartGame
from bridge.rules.notices import ResultSeen
from bridge.rules.position import Position, position_from_fen, position_of
from drivers.placement import Sensing
from tests.bridge.rules.records import record_of
from tests.bridge.rules.table import Table

KNIGHTS = "g1f3 g8f6 f3g1 f6g8 "
ANOTHER_WAY = "b1c3 b8c6 c3b1 c6b8 "
ROOKS = "r3k3/8/8/8/8/8/8/R3K3 w - - {} 100"
TO_AND_FRO = "a1b1 a8b8 b1a1 b8a8 "


def play(table: Table, moves: str, *, press: bool = True, from_: float | None = None) -> Table:
    """Play moves without captures, one every five seconds."""
    at = table.now + 5.0 if from_ is None else from_
    board = table.game.position.board()
    for word in moves.split():
        move = chess.Move.from_uci(word)
        piece, mover = board.piece_at(move.from_square), "W" if board.turn else "B"
        pressed = f" {at + 0.8}:{mover}" if press else ""
        table.play(f"{at}:{word[:2]}- {at + 0.4}:{word[2:4]}{piece}{pressed}")
        board.push(move)
        at += 5.0
    table.wait_until(at)
    return table


def grounds(table: Table, kind: AlertKind) -> list[DrawGround]:
    return [alert.facts for alert in table.game.alerts if alert.kind is kind and isinstance(alert.facts, DrawGround)]


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("press", [True, False])
def test_a_third_occurrence_is_told_to_the_arbiter_and_ends_nothing(sensing: Sensing, press: bool) -> None:
    table = play(Table(sensing=sensing), KNIGHTS * 2, press=press)
    assert (table.raised, table.game.result) == (["draw_claim_possible"], None)
    assert table.alert.severity is Severity.INFO
    assert table.alert.article == "FIDE Laws of Chess (2023) Art. 9.2.2"
    assert table.alert.facts == DrawGround(DrawKind.THREEFOLD_REPETITION, "9.2.2", (0, 4, 8))
    assert "after the half-moves 0, 4 and 8" in table.alert.explanation
    play(table, "e2e4", press=press)
    assert table.closed == ["draw_claim_possible"]


def test_a_third_occurrence_is_told_when_the_move_is_made_and_no_longer_when_it_is_taken_back() -> None:
    table = play(Table(), KNIGHTS + "g1f3 g8f6 f3g1")
    at = table.now + 5.0
    table.play(f"{at}:f6- {at + 0.4}:g8n")
    assert table.raised == []
    table.wait(3.0)
    assert table.raised == ["draw_claim_possible"]
    at = table.now + 1.0
    table.play(f"{at}:g8- {at + 0.4}:f6n").wait(3.0)
    assert (table.moves.split()[-1], table.closed) == ("Ng1", ["draw_claim_possible"])


def test_a_reply_that_may_still_change_is_not_told_when_the_move_before_it_is_completed() -> None:
    table = play(Table(), KNIGHTS + "g1f3 g8f6")
    at = table.now + 5.0
    table.play(f"{at}:f3- {at + 0.4}:g1N {at + 0.8}:W {at + 0.81}:f6- {at + 0.9}:g8n")
    completed = len(table.game.record)
    table.wait(0.5)
    assert (len(table.game.record), table.raised) == (completed + 1, [])
    assert table.wait(3.0).raised == ["draw_claim_possible"]


FIVE_TIMES = {
    "1997": (False, False),
    "2014": (True, False),
    "2018": (True, True),
    "2023": (True, True),
}


@pytest.mark.parametrize("year", FIVE_TIMES)
def test_a_fifth_occurrence_ends_the_game_where_the_edition_says_so(year: str) -> None:
    unbroken, broken = FIVE_TIMES[year]
    long_way = "b1c3 b8c6 g1f3 g8f6 c3b1 c6b8 f3g1 f6g8 "  # Eight half-moves until the position stands again.
    drawn = ResultSeen("1/2-1/2", "fivefold_repetition")
    assert play(Table(edition=year), KNIGHTS * 4).game.result == (drawn if unbroken else None)
    assert play(Table(edition=year), KNIGHTS * 2 + long_way + KNIGHTS).game.result == (drawn if broken else None)


def test_the_arbiter_hears_that_the_game_is_drawn() -> None:
    table = play(Table(), KNIGHTS * 4)
    (ground,) = grounds(table, AlertKind.AUTOMATIC_DRAW)
    assert ground == DrawGround(DrawKind.FIVEFOLD_REPETITION, "9.6.1", (0, 4, 8, 12, 16))
    assert grounds(table, AlertKind.DRAW_CLAIM_POSSIBLE) == []
    alert = table.game.alerts[-1]
    assert (alert.severity, alert.article) == (Severity.ACT, "FIDE Laws of Chess (2023) Art. 9.6.1")
    assert table.moves.split()[-1] == "Ng8"


@pytest.mark.parametrize("press", [True, False])
def test_fifty_moves_are_told_once_and_until_a_pawn_moves(press: bool) -> None:
    table = play(Table(ROOKS.format(98)), "a1b1", press=press)
    assert table.raised == []
    play(table, "a8b8 b1c1 b8c8 c1c2", press=press)
    assert (table.raised, table.closed) == (["draw_claim_possible"], [])
    assert table.alert.article == "FIDE Laws of Chess (2023) Art. 9.3.2"
    assert isinstance(table.alert.facts, DrawGround)
    assert table.alert.facts.plies == (-97, 2)
    table = play(Table("r3k3/8/8/8/8/8/4P3/R3K3 w - - 99 100"), "a1b1 a8b8", press=press)
    play(table, "e2e4", press=press)
    assert (table.raised, table.closed) == (["draw_claim_possible"], ["draw_claim_possible"])


@pytest.mark.parametrize(("year", "drawn"), {"1997": False, "2014": True, "2018": True, "2023": True}.items())
def test_seventy_five_moves_end_the_game_where_the_edition_says_so(year: str, drawn: bool) -> None:
    table = play(Table(ROOKS.format(148), edition=year), "a1b1 a8b8")
    assert table.game.result == (ResultSeen("1/2-1/2", "seventyfive_moves") if drawn else None)
    assert bool(grounds(table, AlertKind.AUTOMATIC_DRAW)) == drawn
    assert bool(grounds(table, AlertKind.DRAW_CLAIM_POSSIBLE)) != drawn


def test_mate_goes_before_the_count_of_moves() -> None:
    table = play(Table("7k/8/6K1/8/8/8/8/R7 w - - 149 100"), "a1a8")
    assert table.game.result == ResultSeen("1-0", "checkmate")
    assert table.raised == []


def test_a_new_game_has_a_history_of_its_own() -> None:
    table = play(Table(), KNIGHTS + ANOTHER_WAY)
    assert table.raised == ["draw_claim_possible"]
    table.tell(StartGame(position_from_fen(chess.STARTING_FEN)), table.now)
    assert table.closed == ["draw_claim_possible"]
    play(table, KNIGHTS)
    assert table.raised == ["draw_claim_possible"]
    assert play(table, KNIGHTS).raised == ["draw_claim_possible"] * 2


def test_a_history_is_kept_for_the_moves_that_are_shown_and_only_when_it_matters() -> None:
    table = play(Table(), KNIGHTS * 2)
    assert table.game.history == history_of(table.game.setup.start, table.game.moves)
    assert play(table, "e2e4").game.history is None


PLACES = [
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "4k3/3p4/8/4P3/8/8/8/4K3 b - - 92 80",
    "n3k2n/8/8/8/8/8/8/N3K2N w - - 138 90",
]


@given(st.sampled_from(PLACES), st.lists(st.integers(0, 3), max_size=40))
def test_the_quick_look_overlooks_no_draw(fen: str, choices: list[int]) -> None:
    board = chess.Board(fen)
    start, moves = position_from_fen(fen), []
    for choice in choices:
        legal = sorted(board.legal_moves, key=chess.Move.uci)
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        board.push(moves[-1])
    _check_quick_look(start, moves, position_of(board))


def test_the_quick_look_reaches_over_a_pawn_that_was_pushed_back_against_the_laws() -> None:
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    start, moves = position_of(board), [chess.Move.from_uci(word) for word in ("e2e3 e8d8 e3e2 d8e8 " * 2).split()]
    for move in moves:
        board.push(move)
    assert claimable(history_of(start, record_of(start, moves)), DRAW_RULES["2023"])
    _check_quick_look(start, moves, position_of(board))


def _check_quick_look(start: Position, moves: list[chess.Move], position: Position) -> None:
    history = history_of(start, record_of(start, moves))
    found = any(claimable(history, rules) or automatic_draw(history, rules) for rules in DRAW_RULES.values())
    for open_moves in range(min(3, len(moves)) + 1):
        record = record_of(start, moves[: len(moves) - open_moves])
        assert worth_a_look(start, record, position) or not found


def test_what_an_arbiter_has_decided_is_not_told_again() -> None:
    table = play(Table(), KNIGHTS * 4)
    (alert,) = [alert for alert in table.game.alerts if alert.kind is AlertKind.AUTOMATIC_DRAW]
    table.tell(CloseAlert("arbiter", "told the players", alert.id, "drawn"), table.now)
    table.tell(SetResult("arbiter", "signed", "1/2-1/2"), table.now)
    table.wait()
    assert table.raised.count("automatic_draw") == 1
    assert table.game.alerts == ()


def test_a_claim_that_is_possible_cannot_be_closed_and_ends_with_a_correction() -> None:
    table = play(Table(), KNIGHTS * 2)
    table.tell(CloseAlert("arbiter", "seen", table.alert.id, ""), table.now)
    assert [alert.kind for alert in table.game.alerts] == [AlertKind.DRAW_CLAIM_POSSIBLE]
    table.tell(RestorePly("arbiter", "wrong", 6), table.now)
    assert table.game.history is None
    assert [alert.kind for alert in table.game.alerts] == [AlertKind.DISPLACED_PIECE]


def test_a_result_of_another_kind_is_no_draw_by_itself() -> None:
    table = play(Table(), KNIGHTS * 4)
    other = replace(table.game, result=ResultSeen("1-0", "kings"), alerts=())
    assert see_draws(other, table.now).alerts == ()
