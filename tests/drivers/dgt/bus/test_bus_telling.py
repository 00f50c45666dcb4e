"""What an e-board remembered is handed over in its order, each at its own moment."""

from __future__ import annotations

import chess

from drivers.dgt.bus.telling import Paced, Telling
from drivers.placement import from_fen
from drivers.reports import Dump, Press, Report, SquaresChanged

START = from_fen(chess.STARTING_BOARD_FEN)
AFTER = from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
LIFT, PLACE = SquaresChanged(((chess.E2, 0),)), SquaresChanged(((chess.E4, 1),))
PRESS = Press(chess.WHITE)


def listening() -> Telling:
    telling = Telling()
    telling.resume(0.0, whole=False)
    return telling


def told(telling: Telling, until: float) -> list[tuple[float, Report]]:
    reports: list[tuple[float, Report]] = []
    while (due := telling.due()) is not None and due <= until:
        reports += ((due, report) for report in telling.take(due))
    return reports


def test_one_after_the_other() -> None:
    telling = listening()
    telling.add([Paced(LIFT, 0.1), Paced(PLACE, 0.1), Paced(PRESS, 0.01)], 5.0)
    assert [(round(at, 3), report) for at, report in told(telling, 6.0)] == [(5.0, LIFT), (5.1, PLACE), (5.11, PRESS)]
    assert telling.due() is None


def test_late_moments_are_not_made_one() -> None:
    telling = listening()
    telling.add([Paced(LIFT, 0.1), Paced(PLACE, 0.1)], 5.0)
    assert telling.take(9.0) == [LIFT]
    assert telling.take(9.0) == [PLACE]


def test_what_was_not_handed_over_is_told_after_what_was_known() -> None:
    telling = listening()
    telling.add([Paced(Dump(START)), Paced(LIFT, 0.1), Paced(PLACE, 0.1)], 5.0)
    assert len(told(telling, 5.1)) == 2
    telling.hold()
    assert telling.due() is None
    telling.add([Paced(PRESS)], 20.0)
    assert telling.due() is None
    telling.resume(30.0, whole=True)
    assert [report for _, report in told(telling, 31.0)] == [Dump(AFTER), PLACE, PRESS]


def test_when_something_is_missing_nothing_of_it_is_told() -> None:
    telling = listening()
    telling.add([Paced(Dump(START)), Paced(LIFT, 0.1)], 5.0)
    told(telling, 6.0)
    telling.hold()
    telling.add([Paced(PLACE)], 20.0)
    telling.resume(30.0, whole=False)
    assert told(telling, 31.0) == []
