"""An event loop in which time passes only when everybody waits, and then at once: tests of delays take none."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Selector(selectors.DefaultSelector):  # type: ignore[misc, valid-type]  # chosen by the platform
    """Moves the time on instead of waiting, when no file is ready."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        assert timeout is not None, "nothing will ever happen again: the test would hang"
        self.now += timeout
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """`time()` starts at 0 and jumps to the next timer as soon as nothing else is to be done."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.now

    def hold_up(self, seconds: float) -> None:
        """Time passes while the program does not run."""
        self._virtual.now += seconds


def run(main: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, in virtual time. Nothing may be awaited that other threads or machines have to do."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(main)
