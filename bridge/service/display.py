"""The demonstration page as the configuration wants it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from bridge.broker.connection import BrokerAddress, password_of, tls_context
from bridge.config import Config
from bridge.messages.topics import Topics
from bridge.web.gate import Login
from bridge.web.relay import MqttEndpoint
from bridge.web.server import Address, PageSettings, web_server


def page(config: Config, broker: BrokerAddress) -> AbstractAsyncContextManager[Address]:
    """The page's server, not yet started. Raises BrokerError when the broker's password file cannot be read."""
    settings = PageSettings(
        config.event.slug,
        config.round.number,
        config.web.language.value,
        Topics(config.broker.topic_root).base,
    )
    return web_server(settings, _endpoint(broker, config.broker.page_port), Address(config.web.host, config.web.port))


def _endpoint(broker: BrokerAddress, port: int) -> MqttEndpoint:
    """Displays sign in as the bridge does, unless the broker has a port of its own for them."""
    if port != broker.port:
        return MqttEndpoint(broker.host, port)
    login = Login(broker.username, password_of(broker)) if broker.username else None
    return MqttEndpoint(broker.host, port, login, tls_context(broker))
