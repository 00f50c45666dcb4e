"""What other programs ask of the bridge, carried out one by one, each once, and answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NoReturn, assert_never

import msgspec

from bridge.broker.connection import BrokerAddress, Connection, Heard, ReplyTo, connected
from bridge.broker.publisher import Publisher
from bridge.messages.corrections import CorrectBoard
from bridge.messages.requests import (
    Code,
    Done,
    RepublishState,
    Request,
    Response,
    ResyncBoard,
    failed,
    may_reply_to,
    parse,
    refused,
    verb_in,
    who_plays,
)
from bridge.messages.topics import Topics
from bridge.rules.notices import Refused
from bridge.service.board import Board
from drivers.errors import BrokerError

LOG = logging.getLogger(__name__)

REMEMBERED = timedelta(minutes=5)
"""A sender that got no answer tries again within seconds; restarting its machine takes minutes."""
RECONNECT_SECONDS = 1.0

_encode = msgspec.json.Encoder().encode


class Clerk:
    """Carries requests out. One that comes again within five minutes gets the answer that it got before."""

    def __init__(self, boards: Iterable[Board], tell_again: Callable[[], Awaitable[None]]) -> None:
        self._boards = {board.number: board for board in boards}
        self._tell_again = tell_again
        self._answered: dict[str, tuple[datetime, Request, Response]] = {}
        """By transaction, the oldest first."""

    async def answer(self, verb: str, payload: bytes, now: datetime) -> Response:
        """The answer to a request that arrives at `now`, when it has been carried out or has failed."""
        request = parse(verb, payload, now)
        if not isinstance(request, Request):
            LOG.warning("A request was refused: %s, %s.", verb, request.error.code.value)
            return request
        self._forget(before=now - REMEMBERED)
        if (known := self._answered.get(request.transaction)) is not None:
            return self._answer_again(request, *known[1:])
        response = await self._carry_out(request)
        self._answered[request.transaction] = now, request, response
        outcome = "done" if isinstance(response, Done) else response.error.message
        LOG.info("%s asked for %s (%s): %s.", request.actor, verb, request.transaction, outcome.removesuffix("."))
        return response

    def _forget(self, before: datetime) -> None:
        for transaction, (at, _, _) in list(self._answered.items()):
            if at >= before:
                return
            del self._answered[transaction]

    def _answer_again(self, request: Request, known: Request, response: Response) -> Response:
        if request == known:
            return response
        return failed(request, Code.TRANSACTION_USED, "another request bore this transaction within five minutes")

    async def _carry_out(self, request: Request) -> Response:
        match request.ask:
            case RepublishState():
                await self._tell_again()
                return Done(request.transaction, {})
            case ResyncBoard(board):
                return self._resync(request, board)
            case CorrectBoard():
                return await self._correct(request, request.ask)
            case _:
                assert_never(request.ask)

    async def _correct(self, request: Request, ask: CorrectBoard) -> Response:
        board = self._boards.get(ask.board)
        if board is None:
            return _no_board(request, ask.board)
        outcome = await board.correct(ask.correction(request.actor))
        told = who_plays(board.place_of(board.game))
        return refused(request, outcome, told) if isinstance(outcome, Refused) else Done(request.transaction, told)

    def _resync(self, request: Request, number: int) -> Response:
        board = self._boards.get(number)
        if board is None:
            return _no_board(request, number)
        if not board.station.linked:
            message = f"the e-board under board {number} is not heard; its squares are read when it is again"
            return failed(request, Code.NOT_LINKED, message)
        board.station.request_dump()
        return Done(request.transaction, {"board": number})


def _no_board(request: Request, number: int) -> Response:
    return failed(request, Code.NOT_FOUND, f"there is no board {number} here")


@dataclass(frozen=True, slots=True)
class Reception:
    """Where requests come in: the topics of one bridge at one broker. `reply_topics`: whether that broker passes on the
    topics and correlation data for replies (MQTT 5).
    """

    broker: BrokerAddress
    topics: Topics
    bridge: str
    reply_topics: bool

    async def serve(self, boards: Iterable[Board], publisher: Publisher) -> NoReturn:
        """Answer requests until cancelled, whenever the publisher has a broker. What is asked while there is no
        connection is not done later.
        """
        clerk, trouble = Clerk(boards, publisher.tell_again), ""
        while True:
            await publisher.ready()
            try:
                async with connected(self.broker, f"touchmove-{self.bridge}-requests") as connection:
                    trouble = ""
                    async for heard in connection.listen([self.topics.bridge(self.bridge, "request/+")]):
                        await self._answer(connection, clerk, heard)
            except BrokerError as error:
                if str(error) != trouble:
                    LOG.warning("No requests are answered: %s", error)
                trouble = str(error)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _answer(self, connection: Connection, clerk: Clerk, heard: Heard) -> None:
        verb = verb_in(heard.topic)
        if heard.retained:
            if heard.payload:
                LOG.warning("A retained request was ignored: %s. It would come again with every start.", verb)
            return
        response = _encode(await clerk.answer(verb, heard.payload, datetime.now(UTC)))
        await connection.reply(ReplyTo(self.topics.bridge(self.bridge, f"response/{verb}")), response)
        if self.reply_topics and heard.reply_to and may_reply_to(heard.reply_to.topic, self.topics.root):
            await connection.reply(heard.reply_to, response)
