"""A broker of our own for a demonstration, a test, or one hall on a trusted network: iotcore in a child process.

It listens on this machine only, knows no access rights, and ends with this process, however that ends. It has a session
of its own: Ctrl-C in a terminal goes to the whole process group, and we want to say goodbye before the broker is gone.
Halls with spectators use a broker like mosquitto (`docs/mqtt.md`).
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import astuple, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from bridge.broker import child
from drivers.errors import BrokerError

HOST = "127.0.0.1"
WILL_DELAY_SECONDS = 0
"""The delay for a publisher's last will at this broker: iotcore 0.4.0 ends its listener for MQTT 3.1.1, with everybody
on it, when a will with MQTT 5 properties is to be passed on there.
"""

START_SECONDS = 20.0
"""The child needs a quarter of a second; a small machine that boots may be busy."""
LOOK_SECONDS = 0.02
STOP_SECONDS = 5.0

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
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.ports = _resolved(self.ports)
        with tempfile.NamedTemporaryFile("w", prefix="touchmove-broker-", suffix=".toml") as file:
            file.write(_settings(self.ports))
            file.flush()
            self._child = _started(Path(file.name))
            try:
                _wait_until_listening(self._child, self.ports)
            except BrokerError:
                self._end()
                raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._end()

    def restart(self) -> None:
        """Begin anew at the same ports, with an empty memory. Raises BrokerError."""
        self._end()
        self.__enter__()

    @property
    def running(self) -> bool:
        """Whether the child process lives."""
        return self._child is not None and self._child.poll() is None

    def _end(self) -> None:
        if self._child is not None:
            _stop(self._child)
            self._child = None


def _settings(ports: Ports) -> str:
    listeners = {"v5": ports.mqtt, "v4": ports.mqtt311, "ws": ports.websocket}
    return _SETTINGS + "".join(_LISTENER.format(kind=kind, host=HOST, port=port) for kind, port in listeners.items())


def _started(settings: Path) -> subprocess.Popen[bytes]:
    command = (sys.executable, "-P", child.__file__, str(settings))
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 - our own file
    except OSError as error:
        raise _does_not_start(str(error)) from error


def _wait_until_listening(process: subprocess.Popen[bytes], ports: Ports) -> None:
    """Until all ports are open. Raises BrokerError when the child has ended, or takes too long."""
    late = time.monotonic() + START_SECONDS
    for port in astuple(ports):
        while not _is_open(port):
            if process.poll() is not None:
                raise _does_not_start(f"it ended with status {process.returncode}")
            if time.monotonic() > late:
                raise _does_not_start(f"it does not listen at port {port}")
            time.sleep(LOOK_SECONDS)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """The child ends with its standard input; if not, it is killed."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _is_open(port: int) -> bool:
    try:
        socket.create_connection((HOST, port)).close()
    except ConnectionRefusedError:
        return False
    return True


def _does_not_start(reason: str) -> BrokerError:
    return BrokerError(
        f"the embedded broker does not start: {reason}.",
        remedy="Is touchmove running already? Else choose other ports, or use a broker that runs already.",
    )


def _resolved(ports: Ports) -> Ports:
    """The same ports with free ones in place of 0. All are held until the last is found, so that they differ. Raises
    BrokerError when one cannot be had.
    """
    with ExitStack() as held:
        return Ports(*[held.enter_context(_bound(port)).getsockname()[1] for port in astuple(ports)])


def _bound(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise _does_not_start(f"port {port} cannot be had ({os.strerror(error.errno or 0)})") from error
