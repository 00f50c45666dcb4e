from __future__ import annotations

import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from bridge.broker.troubles import deaf, is_refusal


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        pytest.param(0, False, id="3.1.1, QoS 0"),
        pytest.param(2, False, id="3.1.1, QoS 2"),
        pytest.param(128, True, id="3.1.1, failure"),
        pytest.param(ReasonCode(PacketTypes.SUBACK, "Granted QoS 1"), False, id="5, QoS 1"),
        pytest.param(ReasonCode(PacketTypes.SUBACK, "Not authorized"), True, id="5, not authorized"),
    ],
)
def test_reason_codes_of_a_subscription(code: int | ReasonCode, refused: bool) -> None:
    assert is_refusal(code) is refused


def test_a_refused_subscription_is_said_with_a_remedy() -> None:
    assert str(deaf("hall:1883", ["a/+", "b"])) == (
        "hall:1883: the broker does not let us listen to a/+, b. Check the broker's access rules."
    )
