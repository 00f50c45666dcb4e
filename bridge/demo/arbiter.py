"""The arbiter of the demonstration: hears what only arbiters hear, and says it in the terminal."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bridge.broker.connection import BrokerAddress, connected
from bridge.messages.alert_payloads import AlertNews
from bridge.messages.topics import Topics


class _News(msgspec.Struct):
    data: AlertNews


_decode = msgspec.json.Decoder(_News).decode


async def report_alerts(broker: BrokerAddress, topics: Topics, event: str, say: Callable[[str], None]) -> None:
    """Say every alert of the event as it is raised. Raises BrokerError when the broker is away."""
    everywhere = topics.event(event, "round/+/board/+/alert-log")
    async with connected(broker, "touchmove-demo-arbiter") as connection:
        async for heard in connection.listen([everywhere]):
            news = _decode(heard.payload).data
            if news.type == "raised":
                say(f"  {news.alert.text.en} {f'[{news.alert.article}]' if news.alert.article else ''}".rstrip())
