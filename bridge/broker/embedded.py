"""A broker of our own for a demonstration, a test, or one hall on a trusted network: iotcore in a child process.

It listens on this machine only, knows no access rights, and ends with this process. Halls with spectators use a
broker like mosquitto (`docs/mqtt.md`).
"""

from __future__ import annotations

import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from iotcore import Broker

from drivers.errors import BrokerError

HOST = "127.0.0.1"
WILL_DELAY_SECONDS = 0
"""The delay for a publisher's last will at this broker: iotcore 0.4.0 ends its listener for MQTT 3.1.1, with everybody
on it, when a will with MQTT 5 properties is to be passed on there.
"""

_SETTINGS = """\
id = 0

[router]
id = 0
max_connections = 10010
max_outgoing_packet_count = 20000 # retained messages that one subscriber gets at once, at QoS 0
max_segment_size = 1048576 # bytes
max_segment_count = 3
"""

_LISTENER = """
[{kind}.1]
name = "{kind}"
listen = "{host}:{port}"
next_connection_delay_ms = 1
[{kind}.1.connections]
connection_timeout_ms = 60000
max_payload_size = 262144 # bytes; `moves` of a game of 200 moves needs 40,000
max_inflight_count = 100
"""


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the embedded broker listens; 0 asks for a free port. iotcore keeps a listener per protocol version:
    `mqtt` speaks MQTT 5, `mqtt311` and `websocket` (for browsers) speak 3.1.1.
    """

    mqtt: int = 0
    mqtt311: int = 0
    websocket: int = 0


class EmbeddedBroker:
    """Runs from `__enter__` to `__exit__`. Raises BrokerError when a port is taken or the broker does not start."""

    def __init__(self, ports: Ports = Ports()) -> None:
        self.ports = ports
        self._broker: Broker | None = None

    def __enter__(self) -> Self:
        self.ports = _resolved(self.ports)
        with tempfile.NamedTemporaryFile("w", prefix="touchmove-broker-", suffix=".toml") as file:
            file.write(_settings(self.ports))
            file.flush()
            self._broker = _started(Path(file.name))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if self._broker is not None:
            self._broker.stop()
            self._broker = None

    def restart(self) -> None:
        """Begin anew at the same ports, with an empty memory. Raises BrokerError."""
        self.__exit__(None, None, None)
        self.__enter__()

    @property
    def running(self) -> bool:
        """Whether the child process lives."""
        return self._broker is not None and self._broker.is_running


def _settings(ports: Ports) -> str:
    listeners = {"v5": ports.mqtt, "v4": ports.mqtt311, "ws": ports.websocket}
    return _SETTINGS + "".join(_LISTENER.format(kind=kind, host=HOST, port=port) for kind, port in listeners.items())


def _started(settings: Path) -> Broker:
    try:
        broker = Broker(config_path=str(settings))
        broker.start()
    except (OSError, RuntimeError, ValueError) as error:
        raise BrokerError(
            f"the embedded broker does not start: {error}.",
            remedy="Choose other ports, or 0 for free ones, or use a broker that runs already.",
        ) from error
    return broker


def _resolved(ports: Ports) -> Ports:
    """The same ports with free ones in place of 0. They are held together first, so that they differ."""
    wanted = (ports.mqtt, ports.mqtt311, ports.websocket)
    held = [socket.create_server((HOST, 0)) for port in wanted if port == 0]
    free = iter([server.getsockname()[1] for server in held])
    for server in held:
        server.close()
    return Ports(*(port or next(free) for port in wanted))
