"""How the conversation on a shared line is written down: as generators that yield what they do next.

They yield `Ask` or `Listen` and are sent what came of it; so a dialogue with an e-board reads from top to bottom, and
still neither waits nor knows a clock: `drivers.dgt.bus.codec` does both for it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from drivers.dgt.bus.wire import BusFrame, Command, Order, Reply

ANSWER_SECONDS = 0.15
"""An e-board answers within some milliseconds, and within 20 while it writes into its memory; DGT's protocol header
advises to wait for 80 to 100. The rest is for the USB converter, which holds bytes back for up to 16 ms.
"""
START_SECONDS = 0.3
"""The same for SET_START_GAME, which takes an e-board 70 ms."""
QUIET_SECONDS = 0.03
"""A reply that is not whole is given up when nothing has come for so long: its bytes are 1 ms apart, or come together
after the converter's 16.
"""

LATE_SECONDS = 0.05
"""When something was asked again, so long is waited after an answer: that of the first time may come as well."""

ANSWERS: Mapping[int, frozenset[int]] = {
    Command.SEND_CLK: frozenset({Reply.BWTIME}),
    Command.SEND_BRD: frozenset({Reply.BRD_DUMP}),
    Command.SEND_CHANGES: frozenset({Reply.UPDATE, Reply.UPDATE_EVEN}),
    Command.REPEAT_CHANGES: frozenset({Reply.UPDATE, Reply.UPDATE_EVEN}),
    Command.SET_START_GAME: frozenset({Reply.START_GAME_WRITTEN}),
    Command.SEND_FROM_START: frozenset({Reply.FROM_START}),
    Command.PING: frozenset({Reply.PING}),
    Command.IGNORE_NEXT_PING: frozenset({Reply.PING}),
    Command.SEND_VERSION: frozenset({Reply.VERSION}),
    Command.REQ_SERIALNR: frozenset({Reply.SERIALNR}),
}
"""What answers which command."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Send this, and wait for the answer."""

    order: Order

    @property
    def seconds(self) -> float:
        """For how long the answer may keep everybody waiting."""
        return START_SECONDS if self.order.code == Command.SET_START_GAME else ANSWER_SECONDS

    def is_answered_by(self, frame: BusFrame) -> bool:
        """Whether this reply is the answer: a late one to an earlier question is not."""
        return frame.address == self.order.address and frame.id in ANSWERS[self.order.code]


@dataclass(frozen=True, slots=True)
class Listen:
    """Send this to everybody, if anything, and hear what comes for so many seconds."""

    seconds: float
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came until `now`: one reply to an `Ask`, or none in time; all replies to a `Listen`. `garbled`: something
    came that could not be read. `again`: the first time there was no answer, and it may still be on its way.
    """

    now: float
    frames: tuple[BusFrame, ...] = ()
    garbled: bool = False
    again: bool = False

    @property
    def frame(self) -> BusFrame | None:
        """The answer to an `Ask`."""
        return self.frames[0] if self.frames else None


Doing: TypeAlias = Ask | Listen
Talk: TypeAlias = Generator[Doing, Outcome, None]
"""A piece of the conversation."""
Exchange: TypeAlias = Generator[Doing, Outcome, Outcome]
"""A piece of the conversation that ends with an answer, or with none."""


def ask(code: int, address: int, tries: int = 1) -> Exchange:
    """Ask until there is an answer, so many times at most."""
    garbled = again = False
    while True:
        outcome = yield Ask(Order(code, address))
        garbled = garbled or outcome.garbled
        tries -= 1
        if outcome.frame is not None or tries <= 0:
            return Outcome(outcome.now, outcome.frames, garbled, again)
        again = True
