from __future__ import annotations

from datetime import UTC, datetime

from bridge.messages.envelope import Stamp
from bridge.service.opening import forget

ROUND = "touchmove/1/event/open/round"
STAMP = Stamp(40, "session", datetime(2026, 5, 2, tzinfo=UTC))
KNOWN = [
    "touchmove/1/event/open/info",
    "touchmove/1/eboard/30123/state",
    f"{ROUND}/1/info",
    f"{ROUND}/1/board/3/game",
    f"{ROUND}/1/board/3/position",
    f"{ROUND}/1/board/3/moves",
    f"{ROUND}/1/board/3/clock",
    f"{ROUND}/1/board/3/result",
    f"{ROUND}/1/board/3/alert/1-1",
    f"{ROUND}/2/board/3/game",
    "touchmove/1/event/older/round/1/board/3/result",
]
WANTED = {f"{ROUND}/2/board/3/game", "touchmove/1/event/open/info"}


def test_earlier_rounds_are_forgotten_alerts_first_and_their_results_stay() -> None:
    cleared = forget(STAMP, KNOWN, WANTED, "touchmove/1/event/open/")
    assert [message.topic for message in cleared] == [
        f"{ROUND}/1/board/3/alert/1-1",
        f"{ROUND}/1/board/3/clock",
        f"{ROUND}/1/board/3/position",
        f"{ROUND}/1/board/3/moves",
        f"{ROUND}/1/board/3/game",
        "touchmove/1/eboard/30123/state",
        "touchmove/1/event/older/round/1/board/3/result",
    ]
    assert all(message.retain and message.payload == b"" for message in cleared)
    assert [message.seq for message in cleared] == list(range(40, 47))
