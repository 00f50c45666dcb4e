"""The way from a page on which a person moves pieces to the virtual e-boards that stand there for hardware.

Displays may read only, and nobody is a display here: who moves pieces gives the password first, on a connection of its
own (a WebSocket, JSON in each frame). What the page says is which squares change, and nothing of it is judged here.

    to the server     {"password": "…"}                                    first, once
                      {"number": 3, "squares": {"e2": "", "e4": "P"}}      numbered from 1
                      {"number": 4, "press": "white"}                      White presses the clock
    from it           {"placement": "rnbqkbnr/…", "heard": 3}              whenever something changed
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, Protocol

import chess
import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from drivers.hand import Deed
from drivers.placement import Code, Placement, code_from_symbol, to_fen
from drivers.reports import Press, SquaresChanged

LOG = logging.getLogger(__name__)

WRONG_PASSWORD = 4401
"""Close code; those from 4000 on are free for applications (RFC 6455, 7.4.2)."""
WRONG_PASSWORD_SECONDS = 1.0
"""One wrong password after the other is answered, each so late."""
PASSWORD_SECONDS = 10.0
"""So long a connection may stay without having given the password."""
MOST_CONNECTIONS = 50
"""At once, those without the password among them."""
LARGEST_FRAME = 2048
"""Bytes; all squares at once are 64 times `"e2":"P",`."""
HEARTBEAT = 30.0
"""Seconds between WebSocket pings."""
NO_PIECES = frozenset("?Ww")
"""Symbols for what a sensor cannot tell; a hand knows what it puts down."""


class Movable(Protocol):
    """An e-board whose pieces the page moves."""

    @property
    def placement(self) -> Placement:
        """What stands on it."""

    def do(self, deed: Deed) -> None:
        """A hand does this now."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The boards that the page moves, by number, and what one must know to move them."""

    boards: Mapping[int, Movable]
    password: str = field(repr=False)


class _Login(msgspec.Struct, forbid_unknown_fields=True):
    password: str


class _Moved(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    squares: dict[str, str] = {}
    press: Literal["white", "black"] | None = None


_read_login = msgspec.json.Decoder(_Login).decode
_read_moved = msgspec.json.Decoder(_Moved).decode


@dataclass(eq=False, slots=True)
class _Hand:
    """One connection at a board. `heard`: the last change that came from it."""

    board: int
    socket: web.WebSocketResponse
    heard: int = 0


class HandDoor:
    """Answers the page's connections, as long as the server runs."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._connections: set[web.WebSocketResponse] = set()
        self._inside: set[_Hand] = set()
        self._wrong = asyncio.Lock()

    def is_moved(self, request: web.Request) -> bool:
        """Whether the page moves the board that the address names."""
        return int(request.match_info["board"]) in self._hands.boards

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one WebSocket request."""
        if not self.is_moved(request):
            raise web.HTTPNotFound
        if len(self._connections) >= MOST_CONNECTIONS:
            raise web.HTTPServiceUnavailable(text="Too many connections.")
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LARGEST_FRAME)
        await socket.prepare(request)
        self._connections.add(socket)
        try:
            if await self._lets_in(socket, request.remote):
                with self._as_hand(int(request.match_info["board"]), socket) as hand:
                    await self._tell([hand])
                    await self._listen(hand)
        finally:
            self._connections.discard(socket)
        return socket

    async def close(self) -> None:
        """Send everybody away."""
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in self._connections))

    async def _lets_in(self, socket: web.WebSocketResponse, remote: str | None) -> bool:
        try:
            async with asyncio.timeout(PASSWORD_SECONDS):
                given = _read_login(await socket.receive_str()).password
        except (TimeoutError, TypeError, msgspec.DecodeError):  # TypeError: aiohttp's, when there is no text
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
            return False
        if hmac.compare_digest(given.encode(), self._hands.password.encode()):
            return True
        LOG.warning("Moving pieces on the page: a wrong password came from %s.", remote)
        async with self._wrong:
            await asyncio.sleep(WRONG_PASSWORD_SECONDS)
        await socket.close(code=WRONG_PASSWORD)
        return False

    @contextmanager
    def _as_hand(self, board: int, socket: web.WebSocketResponse) -> Iterator[_Hand]:
        hand = _Hand(board, socket)
        self._inside.add(hand)
        try:
            yield hand
        finally:
            self._inside.discard(hand)

    async def _listen(self, hand: _Hand) -> None:
        """Until the page leaves, or says what makes no sense."""
        async for message in hand.socket:
            deeds = _deeds(message.data, hand) if message.type is WSMsgType.TEXT else None
            if deeds is None:
                await hand.socket.close(code=WSCloseCode.POLICY_VIOLATION)
                return
            for deed in deeds:
                self._hands.boards[hand.board].do(deed)
            await self._tell([other for other in self._inside if other.board == hand.board])

    async def _tell(self, hands: list[_Hand]) -> None:
        """Everybody at one board sees what stands there now; who is gone is told nothing."""
        placement = to_fen(self._hands.boards[hands[0].board].placement)
        for hand in hands:
            try:
                await hand.socket.send_json({"placement": placement, "heard": hand.heard})
            except ConnectionError:
                continue


def _deeds(text: str, hand: _Hand) -> list[Deed] | None:
    """What the page says that a hand did; None when it makes no sense."""
    try:
        moved = _read_moved(text)
        changes = [(chess.parse_square(name), _piece(symbol)) for name, symbol in moved.squares.items()]
    except (msgspec.DecodeError, ValueError):
        return None
    hand.heard = moved.number
    deeds: list[Deed] = [SquaresChanged((change,)) for change in changes]
    return deeds if moved.press is None else [*deeds, Press(moved.press == "white")]


def _piece(symbol: str) -> Code:
    if symbol in NO_PIECES:
        raise ValueError(f"{symbol!r} is no piece that a hand puts down")
    return code_from_symbol(symbol)
