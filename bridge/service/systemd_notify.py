"""What systemd wants to hear from a service: sd_notify(3), which is one datagram."""

from __future__ import annotations

import socket
from collections.abc import Mapping

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"


def notify(environment: Mapping[str, str], *facts: str) -> None:
    """Tell systemd the facts, like `READY=1` or `STATUS=…`. Without systemd nothing happens; never raises."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    path = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        try:
            sender.sendto("\n".join(facts).encode(), path)
        except OSError:
            return


def watchdog_seconds(environment: Mapping[str, str]) -> float | None:
    """Systemd ends a program that has not said for so long that it lives; None: it does not listen."""
    text = environment.get("WATCHDOG_USEC", "")
    return int(text) / 1_000_000 if text.isdecimal() and int(text) > 0 else None
