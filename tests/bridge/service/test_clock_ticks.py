from __future__ import annotations

import chess
import pytest

from bridge.service.clock_ticks import REFRESH_SECONDS, Reading, is_news
from drivers.reports import ClockTimes

RUNNING = Reading(ClockTimes(300.0, 200.0, chess.WHITE), at=1000.0)
STOPPED = Reading(ClockTimes(300.0, 200.0, None), at=1000.0)


@pytest.mark.parametrize(
    ("last", "times", "seconds", "expected"),
    [
        pytest.param(None, ClockTimes(300.0, 200.0, None), 0.0, True, id="the first reading"),
        pytest.param(RUNNING, ClockTimes(299.0, 200.0, chess.WHITE), 1.0, False, id="it just runs on"),
        pytest.param(RUNNING, ClockTimes(298.0, 200.0, chess.WHITE), 1.0, False, id="read a little early"),
        pytest.param(RUNNING, ClockTimes(299.0, 230.0, chess.BLACK), 1.0, True, id="the other side's turn"),
        pytest.param(RUNNING, ClockTimes(299.0, 200.0, None), 1.0, True, id="stopped"),
        pytest.param(RUNNING, ClockTimes(419.0, 200.0, chess.WHITE), 1.0, True, id="two minutes were added"),
        pytest.param(RUNNING, ClockTimes(299.0, 190.0, chess.WHITE), 1.0, True, id="the waiting side was set"),
        pytest.param(RUNNING, ClockTimes(290.0, 200.0, chess.WHITE), REFRESH_SECONDS, True, id="now and then anyway"),
        pytest.param(STOPPED, ClockTimes(300.0, 200.0, None), 3600.0, False, id="stopped as before"),
        pytest.param(STOPPED, ClockTimes(300.0, 201.0, None), 1.0, True, id="set while stopped"),
        pytest.param(STOPPED, ClockTimes(300.0, 200.0, chess.WHITE), 1.0, True, id="started"),
    ],
)  # fmt: skip
def test_only_what_nobody_can_count_is_news(
    last: Reading | None, times: ClockTimes, seconds: float, expected: bool
) -> None:
    assert is_news(times, last, 1000.0 + seconds) is expected


def test_a_clock_does_not_run_below_zero() -> None:
    assert RUNNING.side_at(chess.WHITE, 2000.0) == 0.0
