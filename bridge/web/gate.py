"""What a display may say to the broker: a filter over one connection's MQTT 3.1.1 packets.

The page's server passes browsers on to the broker, and anybody in the hall may open the page. So a display may
connect under a name that no other client has, subscribe to what spectators may see, and nothing more: it never
publishes, never reads arbiters' topics, leaves no session and no will behind. Section numbers are those of MQTT 3.1.1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum

LARGEST_PACKET = 4096
"""Bytes after the fixed header. The page's longest packet is a subscription of about 100 bytes."""


class Kind(IntEnum):
    """The packets that a display may send, by their first byte: type, and the flags that this type must carry (2.2)."""

    CONNECT = 0x10
    PUBACK = 0x40
    SUBSCRIBE = 0x82
    UNSUBSCRIBE = 0xA2
    PINGREQ = 0xC0
    DISCONNECT = 0xE0


_MQTT_311 = b"\x00\x04MQTT\x04"
_CLEAN_SESSION, _PASSWORD, _USER_NAME = 0x02, 0x40, 0x80
_DISPLAY_NAME = re.compile(rb"display-[0-9a-z]{1,40}")
_SPECTATOR_LEAVES = "game|position|moves|clock|result"
_LEVEL = r"(?:\+|[a-z0-9-]+)"
_NUMBER = r"(?:\+|[1-9][0-9]{0,5})"


@dataclass(frozen=True, slots=True)
class Passage:
    """`data`: whole packets that may go on to the broker. `refusal`: why the display must be disconnected now."""

    data: bytes
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Login:
    """What the broker wants to hear from displays; the password may be missing."""

    username: str
    password: str | None = field(default=None, repr=False)


class _Refused(Exception):
    """A packet that may not pass. Never leaves this module."""


class Gate:
    """The gate of one connection. `base`: the two levels that every topic begins with, like `touchmove/1`."""

    def __init__(self, base: str, login: Login | None = None) -> None:
        self._login = login
        branch = rf"event/{_LEVEL}(?:/round/{_NUMBER}(?:/board/{_NUMBER}/(?:{_SPECTATOR_LEAVES})|/info)|/info)"
        self._allowed = re.compile(rf"{re.escape(base)}/(?:{branch}|bridge/{_LEVEL}/state)".encode())
        self._buffer = bytearray()
        self._connected = False
        self._refusal = ""

    def receive(self, data: bytes) -> Passage:
        """Bytes from the display, in pieces of any size. After a refusal nothing passes any more."""
        if self._refusal:
            return Passage(b"", self._refusal)
        self._buffer += data
        passed = bytearray()
        try:
            while (size := _packet_size(self._buffer)) is not None and size <= len(self._buffer):
                packet = bytes(self._buffer[:size])
                passed += self._checked(packet)
                del self._buffer[:size]
        except _Refused as refused:
            self._refusal = str(refused)
            self._buffer.clear()
        return Passage(bytes(passed), self._refusal)

    def _checked(self, packet: bytes) -> bytes:
        """The packet as the broker may see it."""
        kind, body = packet[0], _body(packet)
        if self._connected == (kind == Kind.CONNECT):
            raise _Refused("a connection begins with CONNECT, once")
        match kind:
            case Kind.CONNECT:
                _check_connect(body)
                self._connected = True
                return packet if self._login is None else _with_login(body, self._login)
            case Kind.SUBSCRIBE:
                self._check_subscribe(body)
            case Kind.UNSUBSCRIBE:
                _check_unsubscribe(body)
            case Kind.PUBACK if len(body) == 2:
                pass
            case Kind.PINGREQ | Kind.DISCONNECT if not body:
                pass
            case _:
                raise _Refused(f"a display may not send a packet that begins with {packet[:2].hex(' ')}")
        return packet

    def _check_subscribe(self, body: bytes) -> None:
        """Packet identifier, then topic filters, each with its QoS behind it (3.8)."""
        rest = body[2:]
        if not rest:
            raise _Refused("a subscription names a topic")
        while rest:
            topic, rest = _text(rest)
            if not self._allowed.fullmatch(topic):
                raise _Refused(f"a display may not subscribe to {topic.decode(errors='replace')!r}")
            if rest[:1] not in {b"\x00", b"\x01"}:
                raise _Refused("a display may subscribe with QoS 0 or 1")
            rest = rest[1:]


def _packet_size(buffer: bytes | bytearray) -> int | None:
    """The size of the packet that the buffer begins with; None while its length field is not complete (2.2.3)."""
    length = 0
    for index, byte in enumerate(buffer[1:5]):
        length |= (byte & 0x7F) << 7 * index
        if length > LARGEST_PACKET:
            raise _Refused(f"a display may not send packets larger than {LARGEST_PACKET} bytes")
        if byte < 0x80:
            return 2 + index + length
    if len(buffer) >= 5:
        raise _Refused("a length field has more than four bytes")
    return None


def _body(packet: bytes) -> bytes:
    """What follows the fixed header."""
    return packet[2 + next(index for index, byte in enumerate(packet[1:]) if byte < 0x80) :]


def _check_connect(body: bytes) -> None:
    """Name and level, flags, two bytes of keep-alive, client identifier (3.1)."""
    if not body.startswith(_MQTT_311):
        raise _Refused("displays speak MQTT 3.1.1")
    flags = body[len(_MQTT_311) : len(_MQTT_311) + 1]
    if flags != bytes([_CLEAN_SESSION]):
        raise _Refused("a display has a clean session, no will, no user name and no password")
    name, rest = _text(body[len(_MQTT_311) + 3 :])
    if rest or not _DISPLAY_NAME.fullmatch(name):
        raise _Refused("a display's client identifier is display- and up to 40 digits or small letters")


def _with_login(body: bytes, login: Login) -> bytes:
    """A CONNECT that was checked, with user name and password behind the client identifier (3.1.3)."""
    flags, texts = _CLEAN_SESSION | _USER_NAME, [login.username.encode()]
    if login.password is not None:
        flags, texts = flags | _PASSWORD, [*texts, login.password.encode()]
    added = b"".join(len(text).to_bytes(2, "big") + text for text in texts)
    body = _MQTT_311 + bytes([flags]) + body[len(_MQTT_311) + 1 :] + added
    return bytes([Kind.CONNECT]) + _length(len(body)) + body


def _length(size: int) -> bytes:
    """The length field of a fixed header (2.2.3)."""
    digits = bytearray()
    while size > 0x7F:
        digits.append(0x80 | size & 0x7F)
        size >>= 7
    return bytes([*digits, size])


def _check_unsubscribe(body: bytes) -> None:
    """Packet identifier and topic filters (3.10). Giving something back needs no right, only the right shape."""
    rest = body[2:]
    if not rest:
        raise _Refused("an end of a subscription names a topic")
    while rest:
        _, rest = _text(rest)


def _text(data: bytes) -> tuple[bytes, bytes]:
    """A string with its length in front (1.5.3), and what follows it."""
    end = 2 + int.from_bytes(data[:2], "big")
    if len(data) < 2 or len(data) < end:
        raise _Refused("a string ends after its packet")
    return data[2:end], data[end:]
