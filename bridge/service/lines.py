"""The lines of a hall: most lead to one e-board, some to several."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from bridge.config import EBoardSection
from bridge.serve import Listener, Seat, SharedLine, Station
from drivers import registry
from drivers.eboard import CodecOptions
from drivers.lines import open_line
from drivers.virtual_table import VirtualTable


class Lines:
    """`runs`: for each line, what serves it until cancelled."""

    def __init__(self) -> None:
        self.runs: dict[str, Callable[[], Awaitable[None]]] = {}
        self._shared: dict[str, SharedLine] = {}

    def seat(
        self,
        eboard: EBoardSection,
        options: CodecOptions,
        listener: Listener,
        clock: Callable[[], float],
        virtual: VirtualTable | None = None,
    ) -> Seat:
        """A seat for this e-board, on a line of its own or beside those that are there already. `virtual` is where the
        line leads when there is no hardware. Needs a running event loop.
        """
        family = registry.eboard(eboard.kind)
        opened = partial(open_line, eboard.line, family) if virtual is None else virtual.open
        if not eboard.may_share:
            station = Station(opened, family.codec(options), listener, clock)
            self.runs[eboard.line] = station.run
            return station
        if family.sharing is not None and eboard.line not in self._shared:
            shared = self._shared[eboard.line] = SharedLine(opened, family.sharing.codec(), clock)
            self.runs[eboard.line] = shared.run
        return self._shared[eboard.line].seat(eboard.serial, options, listener)
