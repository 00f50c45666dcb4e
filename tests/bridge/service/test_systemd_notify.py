from __future__ import annotations

import socket
from pathlib import Path

import pytest

from bridge.service.systemd_notify import ALIVE, READY, notify, watchdog_seconds

pytestmark = pytest.mark.alone


def test_systemd_hears_the_facts_in_one_datagram(tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        notify({"NOTIFY_SOCKET": path}, READY, ALIVE)
        assert systemd.recv(1000) == b"READY=1\nWATCHDOG=1"


def test_an_abstract_socket_begins_with_an_at_sign() -> None:
    name = "touchmove-test-notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{name}")
        notify({"NOTIFY_SOCKET": f"@{name}"}, READY)
        assert systemd.recv(1000) == b"READY=1"


def test_without_systemd_nothing_happens(tmp_path: Path) -> None:
    notify({}, READY)
    notify({"NOTIFY_SOCKET": str(tmp_path / "nobody")}, READY)


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [({}, None), ({"WATCHDOG_USEC": "30000000"}, 30.0), ({"WATCHDOG_USEC": "0"}, None), ({"WATCHDOG_USEC": "x"}, None)],
)
def test_the_watchdog_is_told_in_microseconds(environment: dict[str, str], seconds: float | None) -> None:
    assert watchdog_seconds(environment) == seconds
