"""Look for bytes that a codec or an emulator does not stand: `python -m tests.drivers.fuzz --seconds 3600 [family …]`.

One attack is one seed: an e-board and its codec talk in virtual time, and in between either of them receives what the
families' own bytes become when they are damaged. Nothing may raise, nobody may go round in circles, every report must
make sense, memory must not grow; and connected anew, the codec must know again what stands on the board. What was found
is told with its seed, and done again by `--seed`.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

import chess

from drivers.eboard import CodecOptions, EBoard, Orientation
from drivers.placement import SPREAD
from drivers.reports import Battery, ClockTimes, Dump, Garbled, Report, SquaresChanged
from tests.drivers.connection import RECOVERY_SECONDS, Connection, Tamper, believed, size_of, whole
from tests.drivers.families import FAMILIES

KEPT_OF_GARBAGE = 64  # bytes, by the contract
MOST_KEPT = 1 << 16  # bytes that a codec may have grown by in one attack
MOST_REMEMBERED = 1 << 20
"""The same of a virtual e-board: the 8 KB memory of DGT's is 4,000 records, each an object, and on a shared line all of
it is under way byte by byte.
"""
MOST_DEEDS = 40
LONGEST_PIECE = 1 << 12  # bytes that are thrown at once: what is repeated several times grows without bound
SPECIAL_BYTES = bytes((0x00, 0x01, 0x0A, 0x0D, 0x20, 0x2C, 0x30, 0x3A, 0x7F, 0x80, 0xFE, 0xFF))

Damage = Callable[[bytes, bytes, random.Random], bytes]
"""What becomes of a piece of bytes; the second piece is another one of the same kind."""


@dataclass(frozen=True)
class Corpus:
    """Pieces that were really sent: by the e-board, and to it."""

    said: tuple[bytes, ...]
    asked: tuple[bytes, ...]


@cache
def corpus_of(name: str) -> Corpus:
    """What is said in a little game with everything that the family can do."""
    said: list[bytes] = []
    (family,) = (each for each in FAMILIES if each.name == name)
    table = Connection(family)

    def kept(data: bytes) -> Iterable[bytes]:
        said.append(data)
        return (data,)

    table.tamper = kept
    table.open()
    table.light({chess.E2, chess.E4})
    for origin, target in ((chess.E2, chess.E4), (chess.D7, chess.D5), (chess.E4, chess.D5)):
        table.move(origin, target)
    table.light(())
    table.ask_for_all_squares()
    table.wait(10.0)
    return Corpus(tuple(dict.fromkeys(said)), tuple(dict.fromkeys(table.sent)))


def _cut(data: bytes, rng: random.Random) -> tuple[int, int]:
    one, other = rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)
    return min(one, other), max(one, other)


def _flip(data: bytes, _: bytes, rng: random.Random) -> bytes:
    return bytes(byte ^ 1 << rng.randrange(8) if rng.random() < 0.05 else byte for byte in data)


def _special(data: bytes, _: bytes, rng: random.Random) -> bytes:
    return bytes(rng.choice(SPECIAL_BYTES) if rng.random() < 0.1 else byte for byte in data)


def _lose(data: bytes, _: bytes, rng: random.Random) -> bytes:
    begin, end = _cut(data, rng)
    return data[:begin] + data[end:]


def _insert(data: bytes, _: bytes, rng: random.Random) -> bytes:
    at, _unused = _cut(data, rng)
    return data[:at] + rng.randbytes(rng.randrange(20)) + data[at:]


def _repeat(data: bytes, _: bytes, rng: random.Random) -> bytes:
    begin, end = _cut(data, rng)
    return data[:begin] + data[begin:end] * rng.choice((2, 3, 30)) + data[end:]


def _splice(data: bytes, other: bytes, rng: random.Random) -> bytes:
    return data[: _cut(data, rng)[0]] + other[_cut(other, rng)[0] :]


def _replace(_: bytes, _other: bytes, rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(1, 200))


DAMAGES: tuple[Damage, ...] = (_flip, _special, _lose, _insert, _repeat, _splice, _replace)


def damaged(pieces: tuple[bytes, ...], rng: random.Random) -> bytes:
    """One of the pieces, damaged once or several times."""
    data = rng.choice(pieces)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        data = rng.choice(DAMAGES)(data, rng.choice(pieces), rng)
    return data[:LONGEST_PIECE]


def adding(pieces: tuple[bytes, ...], rng: random.Random) -> Tamper:
    """A line on which more is heard after each thing that the e-board says."""
    return lambda said: (said, damaged(pieces, rng))


def attack(family: EBoard, seed: int) -> int:
    """Do what the seed says; how many bytes were thrown at the codec. Raises whatever is wrong."""
    rng = random.Random(f"{family.name} {seed}")
    turned = rng.random() < 0.5
    listening = CodecOptions(Orientation.TURNED if turned else Orientation.NORMAL)
    table = Connection(family, turned=turned, listening=listening)
    codec_before, emulator_before = size_of(table.codec), size_of(table.emulator)
    table.open(rng.choice((0.0, 0.1, 5.0)))
    thrown = sum(do_something(table, rng) for _ in range(rng.randrange(MOST_DEEDS)))
    table.tamper = whole
    check(table.reports)
    table.unplug()
    table.wait(1.0)
    table.drain()
    table.open(RECOVERY_SECONDS)
    table.ask_for_all_squares()
    table.wait(RECOVERY_SECONDS)
    assert believed(table.reports) == table.visible, "connected anew, it does not know what stands on the board"
    assert size_of(table.codec) - codec_before < MOST_KEPT, "the codec's memory grows"
    assert size_of(table.emulator) - emulator_before < MOST_REMEMBERED, "the virtual e-board's memory grows"
    return thrown


def do_something(table: Connection, rng: random.Random) -> int:
    """One deed; how many bytes it threw at the codec."""
    corpus = corpus_of(table.record.name)
    match rng.randrange(13):
        case 0:
            table.set(rng.choice(chess.SQUARES), rng.choice((0, *range(1, 7), *range(9, 15))))
        case 1:
            table.wait(rng.choice((0.01, 0.3, 2.0, 12.0)))
        case 2:
            table.ask_for_all_squares()
        case 3:
            table.light(rng.sample(chess.SQUARES, rng.randrange(6)))
        case 4:
            table.unplug()
            table.wait(rng.choice((0.0, 1.0)))
            table.plug()
        case 5 | 6:
            table.emulator.receive(damaged(corpus.asked, rng), table.now)
            table.wait(0.0)
        case 7:
            table.tamper = rng.choice((whole, adding(corpus.said, rng)))
        case _:
            return throw(table, damaged(corpus.said, rng), rng)
    return 0


def throw(table: Connection, data: bytes, rng: random.Random) -> int:
    """Have the codec receive these bytes, in one or in many pieces, fast or slowly."""
    size = rng.choice((1, 7, len(data) + 1))
    gap = rng.choice((0.0, 0.0, 0.02))
    for at in range(0, len(data), size):
        table.hear(data[at : at + size])
        table.wait(gap)
    return len(data)


def check(reports: Iterable[Report]) -> None:
    """Whether reports make sense, whatever they are from."""
    for report in reports:
        match report:
            case SquaresChanged(changes):
                assert changes, report
                assert all(0 <= square < 64 and 0 <= code < len(SPREAD) for square, code in changes), report
                assert len({square for square, _ in changes}) == len(changes), report
            case Dump(placement):
                assert 0 <= placement < 1 << 256, report
            case Battery(percent):
                assert 0 <= percent <= 100, report
            case ClockTimes(white, black):
                assert white >= 0 <= black, report
            case Garbled(data, reason):
                assert len(data) <= KEPT_OF_GARBAGE, report
                assert reason, report
            case _:
                pass


@dataclass
class Tally:
    """What was done to one family."""

    attacks: int = 0
    thrown: int = 0
    failed: list[int] = field(default_factory=list)


def run(families: Iterable[EBoard], seconds: float, first_seed: int) -> Mapping[str, Tally]:
    """Attack the families in turn until the time is over."""
    families = list(families)
    tallies = {family.name: Tally() for family in families}
    until = time.monotonic() + seconds
    for seed in itertools.count(first_seed):
        for family in families:
            tally = tallies[family.name]
            try:
                tally.thrown += attack(family, seed)
            except Exception:
                traceback.print_exc()
                print(f"again: python -m tests.drivers.fuzz --seed {seed} --seconds 0 {family.name}", file=sys.stderr)
                tally.failed.append(seed)
            tally.attacks += 1
        if time.monotonic() >= until:
            return tallies
    raise AssertionError("numbers do not end")


def main() -> int:
    """Attack, tell what came out, and whether nothing was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.drivers.fuzz", description=__doc__)
    parser.add_argument("families", nargs="*", help="names of families (default: all)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (default: a minute)")
    parser.add_argument("--seed", type=int, help="the number of the first attack (default: random)")
    given = parser.parse_args()
    wanted = [family for family in FAMILIES if not given.families or family.name in given.families]
    first_seed = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    tallies = run(wanted, given.seconds, first_seed)
    for name, tally in tallies.items():
        print(f"{name}: {tally.attacks} attacks, {tally.thrown} bytes, {len(tally.failed)} failed {tally.failed[:5]}")
    return 1 if any(tally.failed for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
