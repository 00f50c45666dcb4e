"""The demonstration page as the configuration wants it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager

from bridge.broker.connection import BrokerAddress, password_of, tls_context
from bridge.config import Config, move_password
from bridge.messages.topics import Topics
from bridge.service.board import Board
from bridge.web.gate import Login
from bridge.web.hands import Hands
from bridge.web.relay import MqttEndpoint
from bridge.web.server import Address, PageSettings, web_server


def page(config: Config, broker: BrokerAddress, hands: Hands | None) -> AbstractAsyncContextManager[Address]:
    """The page's server, not yet started. Raises BrokerError when the broker's password file cannot be read."""
    settings = PageSettings(
        config.event.slug,
        config.round.number,
        config.web.language.value,
        Topics(config.broker.topic_root).base,
    )
    endpoint = _endpoint(broker, config.broker.page_port)
    return web_server(settings, endpoint, Address(config.web.host, config.web.port), hands=hands)


def hands_at(config: Config, environment: Mapping[str, str], boards: Iterable[Board]) -> Hands | None:
    """The boards that are moved on the page; None when there is none. Raises ConfigError when there is no password."""
    moved = {board.number for board in config.moved_boards}
    movable = {board.number: board.virtual for board in boards if board.virtual is not None and board.number in moved}
    return Hands(movable, move_password(config.web, environment)) if movable else None


def _endpoint(broker: BrokerAddress, port: int) -> MqttEndpoint:
    """Displays sign in as the bridge does, unless the broker has a port of its own for them."""
    if port != broker.port:
        return MqttEndpoint(broker.host, port)
    login = Login(broker.username, password_of(broker)) if broker.username else None
    return MqttEndpoint(broker.host, port, login, tls_context(broker))
