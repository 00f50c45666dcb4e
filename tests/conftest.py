"""Settings for every test, and what keeps those apart that may run beside others and those that may not."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# How long one example takes says something about the machine and its load, nothing about the program.
settings.register_profile("touchmove", deadline=None)
settings.load_profile("touchmove")

OUTSIDE = {"socket.bind", "socket.connect", "subprocess.Popen"}
"""Events of `sys.audit`: what only tests marked `alone` may do, since `make test` runs all others on every core."""


class _Guard:
    """Refuses what a test may not do. An audit hook cannot be taken off again, so it is told which tests it is for."""

    def __init__(self) -> None:
        self.on = False

    def __call__(self, event: str, _: object) -> None:
        if self.on and event in OUTSIDE:
            raise AssertionError(f"{event}: a test that uses ports or processes is to be marked `alone`")


_guard = _Guard()
sys.addaudithook(_guard)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _guard.on = item.get_closest_marker("alone") is None
    try:
        return (yield)
    finally:
        _guard.on = False
