"""What a broker and the way to it refuse, in sentences that say what to do."""

from __future__ import annotations

from collections.abc import Sequence

import aiomqtt
from paho.mqtt.reasoncodes import ReasonCode

from drivers.errors import BrokerError

_REFUSAL = 0x80
"""The first reason code of a SUBACK that grants nothing, in both versions."""
_TOO_OLD = frozenset({0x84, 0x01})
"""CONNACK reasons of a broker that does not know the version: MQTT 5 and 3.1.1."""
_SILENCE = "Operation timed out"


def may_be_too_new(error: aiomqtt.MqttError) -> bool:
    """A broker that knows only 3.1.1 says so, or closes the connection without a word."""
    return str(error) == _SILENCE or _reason(error) in _TOO_OLD


def _reason(error: aiomqtt.MqttError) -> int | None:
    return _number(error.rc) if isinstance(error, aiomqtt.MqttCodeError) and error.rc is not None else None


def _number(code: int | ReasonCode) -> int:
    return code.value if isinstance(code, ReasonCode) else code


_BY_REASON = {
    0x86: ("the broker does not know this user name and password.", "Check both in the configuration."),
    0x87: ("the broker does not let this user in.", "Check the user name, and the broker's access rules."),
    0x85: ("the broker does not accept the bridge's name.", "Choose another name for the bridge."),
    0x8A: ("the broker has banned this bridge.", "Ask who runs the broker."),
}
_BY_TEXT = {
    "CERTIFICATE_VERIFY_FAILED": (
        "the broker's certificate cannot be verified.",
        "Name the authority that signed it, and the host exactly as the certificate does.",
    ),
    "[SSL": ("the broker does not speak TLS here, or not with us.", "Check the port, and whether TLS is meant."),
    "Connection refused": ("nothing listens there.", "Start the broker, or check host and port."),
    "Name or service not known": ("no host has this name.", "Check the host name."),
    "Temporary failure in name resolution": ("the host name cannot be looked up.", "Check the network."),
    "No route to host": ("the host cannot be reached.", "Check the network and the address."),
    _SILENCE: ("the broker does not answer.", "Check that the port speaks MQTT, and whether TLS is needed."),
}


def refused(where: str, error: aiomqtt.MqttError) -> BrokerError:
    """A broker that cannot be reached, or does not let us in."""
    by_text = (trouble for part, trouble in _BY_TEXT.items() if part in str(error))
    fallback = (f"the broker cannot be used ({error}).", "Check its address and its log.")
    what, remedy = _BY_REASON.get(_reason(error) or 0) or next(by_text, fallback)
    return BrokerError(what, where=where, remedy=remedy)


def lost(where: str, error: BaseException) -> BrokerError:
    """A connection broke."""
    return BrokerError(
        f"the connection to the broker broke ({error}).", where=where, remedy="It is tried again by itself."
    )


def deaf(where: str, topics: Sequence[str]) -> BrokerError:
    """A broker that grants no subscription."""
    what = f"the broker does not let us listen to {', '.join(topics)}."
    return BrokerError(what, where=where, remedy="Check the broker's access rules.")


def is_refusal(code: int | ReasonCode) -> bool:
    """Whether a reason code of a SUBACK grants nothing."""
    return _number(code) >= _REFUSAL
