"""Which lines a hall has, and who has a seat on each."""

from __future__ import annotations

import pytest

from bridge.config import EBoardSection
from bridge.serve import Station
from bridge.service.lines import Lines
from drivers.eboard import CodecOptions
from drivers.reports import Report


class Nobody:
    def deliver(self, report: Report, now: float) -> None:
        pass

    def wake_at(self) -> None:
        return None

    def wake(self, now: float) -> None:
        pass


@pytest.mark.asyncio
async def test_eboards_that_share_a_line_are_served_together() -> None:
    lines = Lines()
    seats = [
        lines.seat(eboard, CodecOptions(), Nobody(), lambda: 0.0)
        for eboard in (
            EBoardSection(line="/dev/a", kind="dgt-bus", serial="1001"),
            EBoardSection(line="/dev/a", kind="dgt-bus", serial="1002"),
            EBoardSection(line="/dev/b", kind="dgt-bus", serial="1003"),
            EBoardSection(line="/dev/c", kind="dgt-bus"),
            EBoardSection(line="/dev/d", serial="30123"),
        )
    ]
    assert list(lines.runs) == ["/dev/a", "/dev/b", "/dev/c", "/dev/d"]
    assert [isinstance(seat, Station) for seat in seats] == [False, False, False, True, True]
