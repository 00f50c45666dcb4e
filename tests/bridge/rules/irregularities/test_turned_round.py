"""The start position turned round: told before the first move, and closed when it is put right."""

from __future__ import annotations

import chess
import pytest

from bridge.laws import EDITIONS
from bridge.rules.alerts import Severity
from bridge.rules.irregularities.turned_round import by_a_quarter
from drivers.placement import Placement, Sensing, code_at, from_fen, seen_by, symbol_of, turned
from drivers.reports import Dump, LinkUp
from tests.bridge.rules.table import Table

START = from_fen(chess.STARTING_BOARD_FEN)
FISCHER = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1"


def found(
    placement: Placement, sensing: Sensing = Sensing.IDENTITY, year: str = "2023", fen: str = chess.STARTING_FEN
) -> Table:
    """A board on which this stands when it is connected."""
    table = Table(fen, chess960=fen != chess.STARTING_FEN, sensing=sensing, edition=year, deaf=True)
    table.tell(LinkUp(), 0.0)
    table.tell(Dump(seen_by(sensing, placement)), 0.1)
    return table.wait()


@pytest.mark.parametrize("sensing", [Sensing.IDENTITY, Sensing.COLOR])
@pytest.mark.parametrize(("year", "article"), [*zip(EDITIONS, ["7.2", "7.3", "7.3", "7.3"], strict=True)])
def test_by_half(year: str, article: str, sensing: Sensing) -> None:
    table = found(turned(START), sensing, year)
    assert table.raised == ["board_reversed"]
    alert = table.alert
    assert (alert.severity, alert.article) == (Severity.CHECK, f"FIDE Laws of Chess ({year}) Art. {article}")
    assert "colors are reversed" in alert.explanation
    table.tell(Dump(seen_by(sensing, START)), table.now + 1.0)
    assert table.closed == ["board_reversed"]


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize(("year", "article"), [*zip(EDITIONS, ["7.1(b)", "7.2(b)", "7.2.2", "7.2.2"], strict=True)])
def test_by_a_quarter(year: str, article: str, clockwise: bool, sensing: Sensing) -> None:
    quarter = by_a_quarter(START)
    table = found(quarter if clockwise else turned(quarter), sensing, year)
    assert table.raised == ["board_reversed"]
    assert table.alert.article == f"FIDE Laws of Chess ({year}) Art. {article}"
    assert "by a quarter" in table.alert.explanation


def test_in_chess960() -> None:
    assert found(turned(from_fen(FISCHER.split(maxsplit=1)[0])), fen=FISCHER).raised == ["board_reversed"]
    assert found(from_fen(FISCHER.split(maxsplit=1)[0]), fen=FISCHER).raised == []


def test_a_board_that_knows_no_colors_shows_no_half_turn() -> None:
    assert found(turned(START), Sensing.OCCUPANCY).raised == []


def test_king_and_queen_exchanged_is_a_wrong_start_position() -> None:
    assert found(from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR")).raised == ["wrong_start_position"]


def test_a_quarter_turn() -> None:
    quarter = by_a_quarter(START)
    assert [symbol_of(code_at(quarter, square)) for square in (chess.A8, chess.H8, chess.A1, chess.D1)] == [*"RrR", ""]
    four_times = by_a_quarter(by_a_quarter(by_a_quarter(quarter)))
    assert four_times == START
    assert by_a_quarter(quarter) == turned(START)
