"""Who is on the line: e-boards that are expected are pinged by their addresses, others answer a ping to everybody.

DGT's protocol header: those that are known are told to ignore the next ping to everybody, so that in the end the last
stranger has the line to himself. Replies that fall on each other are lost, and heard as garbage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from drivers.dgt.bus.asking import Doing, Listen, Outcome, Talk, ask
from drivers.dgt.bus.wire import LAST_ADDRESS, PING_SECONDS, Command, Order, Reply

WINDOW_SECONDS = PING_SECONDS + 0.15
"""For how long answers to a ping to everybody are listened to; the rest is for their way."""
OPEN_ROUNDS = 2
"""In the first rounds everybody answers: so two e-boards with the same number are heard, each at its own moment."""
QUIET_ROUNDS = 2
"""After so many rounds that bring nothing new, everybody is known."""
ROUNDS_AT_MOST = 12
"""A line on which there is always garbage is not listened to for ever."""


@dataclass(slots=True)
class Present:
    """The addresses that answered; `doubled`: those that two e-boards answer to. `garbled`: not all could be heard."""

    addresses: set[int] = field(default_factory=set)
    doubled: set[int] = field(default_factory=set)
    garbled: bool = False


Calls: TypeAlias = Generator[Doing, Outcome, Present]
"""A piece of the conversation that ends with who is there."""


def short_number(serial: str) -> int | None:
    """The number in the last five digits of a serial number, long or short."""
    digits = serial[-5:]
    return int(digits) if digits.isascii() and digits.isdecimal() else None


def address_of(serial: str) -> int | None:
    """The address that an e-board with this serial number has, as a rule; None when it cannot be known.

    DGT's protocol header: it is the number itself, in 14 bits. Long serial numbers end in the short one of five digits.
    """
    number = short_number(serial)
    return number if number is not None and 0 < number <= LAST_ADDRESS else None


def number_of(address: int) -> str:
    """The serial number that an e-board at this address has, as a rule."""
    return f"{address:05}"


def is_same_number(one: str, other: str) -> bool:
    """Whether two serial numbers, each long or short, can be those of one e-board."""
    number = short_number(one)
    return number is not None and number == short_number(other)


def call_once() -> Calls:
    """Hear everybody who is there and whose answer nobody else's falls on."""
    outcome = yield Listen(WINDOW_SECONDS, Order(Command.PING))
    heard = Counter(frame.address for frame in outcome.frames if frame.id == Reply.PING)
    doubled = {address for address, times in heard.items() if times > 1}
    return Present(set(heard), doubled, outcome.garbled)


def call_everybody(known: Iterable[int], meanwhile: Callable[[], Talk]) -> Calls:
    """Hear who is there, until several rounds have brought nothing new. `known`: who has answered already. `meanwhile`:
    what is done between two rounds, so that nobody is left unread for long.

    When the first rounds have been heard without garbage and agree, nobody's answer can have been lost.
    """
    heard = yield from call_once()
    present = Present(heard.addresses | set(known), heard.doubled)
    clear, quiet = not heard.garbled, 0
    for number in range(1, ROUNDS_AT_MOST):
        yield from meanwhile()
        is_open = number < OPEN_ROUNDS
        if not is_open:
            yield from _hush(present)
        heard = yield from call_once()
        news = heard.addresses - present.addresses
        clear = clear and not heard.garbled and not news
        quiet = 0 if news or heard.garbled or is_open else quiet + 1
        present = Present(present.addresses | heard.addresses, present.doubled | heard.doubled, heard.garbled)
        if quiet == QUIET_ROUNDS or (clear and number == OPEN_ROUNDS - 1):
            break
    return present


def _hush(present: Present) -> Generator[Doing, Outcome, None]:
    """Have everybody who is known ignore the next ping."""
    for address in sorted(present.addresses):
        yield from ask(Command.IGNORE_NEXT_PING, address, tries=2)
