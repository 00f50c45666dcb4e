"""MQTT 3.1.1 packets as a display would send them, written by hand from the specification."""

CONNECTED = bytes.fromhex("20 02 00 00")
PING = bytes.fromhex("C0 00")
DISCONNECT = bytes.fromhex("E0 00")
PUBACK = bytes.fromhex("40 02 00 07")


def packet(first: int, body: bytes) -> bytes:
    length, size = b"", len(body)
    while True:
        size, digit = size >> 7, size & 0x7F
        length += bytes([digit | (0x80 if size else 0)])
        if not size:
            return bytes([first]) + length + body


def text(value: str) -> bytes:
    return len(value.encode()).to_bytes(2, "big") + value.encode()


def connect(client: str = "display-1", flags: int = 0x02, level: int = 4, after: bytes = b"") -> bytes:
    return packet(0x10, text("MQTT") + bytes([level, flags]) + b"\x00\x1e" + text(client) + after)


def subscribe(*filters: str, qos: int = 0) -> bytes:
    return packet(0x82, b"\x00\x01" + b"".join(text(name) + bytes([qos]) for name in filters))


def unsubscribe(*filters: str) -> bytes:
    return packet(0xA2, b"\x00\x02" + b"".join(text(name) for name in filters))


def publish(topic: str, payload: bytes, *, retained: bool = False) -> bytes:
    return packet(0x31 if retained else 0x30, text(topic) + payload)
