"""The words of a sensor case: how it says what the game is, and one thing that happened.

What an arbiter said is written as the request by which he says it over MQTT: `request` (the verb), `actor`, `params`
without the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import cast

import chess
import msgspec

from bridge.laws import EDITIONS
from bridge.messages.corrections import CORRECTION_VERBS
from bridge.replay.fields import Fields, fields
from bridge.replay.recordings import Timed
from bridge.rules.inputs import Input
from bridge.rules.position import position_of
from bridge.rules.setup import Setup, Tempo
from drivers.placement import Sensing, code_from_symbol, code_seen_by, from_fen, seen_by
from drivers.reports import ClockPaused, ClockResumed, Dump, LinkDown, LinkUp, Press, SquaresChanged

VARIANTS = ("standard", "chess960")
CLOCK = ("white_pressed", "black_pressed", "paused", "resumed")
LINK = ("up", "down")
PIECES = "PNBRQKpnbrqk"

SETUP_KEYS = ("start_fen", "variant", "laws", "mode", "board")
ABOUT_KEYS = ("id", "title", "source", "kind", "expect", "notes")
"""What a case says for its readers."""


def setup_of(case: Fields) -> Setup:
    """What a case says about the game before its first move. Raises FormatError."""
    chess960 = case.choice("variant", VARIANTS, VARIANTS[0]) == "chess960"
    try:
        start = chess.Board(case.text("start_fen", chess.STARTING_FEN), chess960=chess960)
    except ValueError as error:
        raise case.error(f"start_fen is no position ({error}).", "Write a whole FEN with its six fields.") from None
    if not start.is_valid():
        raise case.error("start_fen is a position that cannot be played from.", "Check kings, pawns and castling.")
    return Setup(
        position_of(start),
        edition=case.choice("laws", EDITIONS, "2023"),
        tempo=Tempo(case.choice("mode", [tempo.value for tempo in Tempo], Tempo.STANDARD.value)),
        sensing=Sensing(case.choice("board", [sensing.value for sensing in Sensing], Sensing.IDENTITY.value)),
    )


def inputs_of(events: Iterable[Fields], setup: Setup) -> tuple[Timed, ...]:
    """What the events of one board say, in their order. Raises FormatError when one says nothing that is known, and
    when their times go back.
    """
    running = setup.start.turn
    inputs: list[Timed] = []
    for event in events:
        at = event.seconds("t")
        if inputs and at < inputs[-1][0]:
            raise event.error(f"t goes back from {inputs[-1][0]:g} to {at:g}.", "Write the events in order of time.")
        received = _input(event, setup.sensing, running)
        if isinstance(received, Press):
            running = not received.color
        inputs.append((at, received))
    return tuple(inputs)


def _input(event: Fields, sensing: Sensing, running: chess.Color) -> Input:
    kinds = [key for key in _KINDS if key in event.values]
    if len(kinds) != 1:
        event.only(("t", "board", *chain(*_BESIDE.values()), *_KINDS))
        raise event.error(
            f"exactly one of {', '.join(_KINDS)} is expected.", 'Like {"t": 1.5, "sq": "e2", "piece": ""}.'
        )
    event.only(("t", "board", kinds[0], *_BESIDE.get(kinds[0], ())))
    return _KINDS[kinds[0]](event, sensing, running)


def _square(event: Fields, sensing: Sensing, _: chess.Color) -> Input:
    square, symbol = event.square("sq"), event.text("piece")
    if symbol not in ("", "?", *PIECES):
        raise event.error(f"{symbol!r} is no piece.", f'Pieces are {PIECES}; "?" is some piece, "" an empty square.')
    return SquaresChanged(((square, code_seen_by(sensing, code_from_symbol(symbol))),))


def _dump(event: Fields, sensing: Sensing, _: chess.Color) -> Input:
    try:
        placement = from_fen(event.text("dump").split(" ")[0])
    except ValueError as error:
        raise event.error(f"dump: {error}.", "Write the first field of a FEN.") from None
    return Dump(seen_by(sensing, placement))


def _clock(event: Fields, _: Sensing, running: chess.Color) -> Input:
    match event.choice("clock", CLOCK):
        case "white_pressed":
            return Press(chess.WHITE)
        case "black_pressed":
            return Press(chess.BLACK)
        case "paused":
            return ClockPaused()
        case _:
            return ClockResumed(running)


def _link(event: Fields, _: Sensing, __: chess.Color) -> Input:
    return LinkUp() if event.choice("link", LINK) == "up" else LinkDown("the recording says so")


def _request(event: Fields, _: Sensing, __: chess.Color) -> Input:
    kind = CORRECTION_VERBS[event.choice("request", CORRECTION_VERBS)]
    params = event.values.get("params", {})
    known = [field for field in kind.__struct_fields__ if field != "board"]
    fields(params, f"{event.where}, params").only(known)
    try:
        asked = msgspec.convert({**cast("dict[str, object]", params), "board": 1}, kind)
    except msgspec.ValidationError as error:
        raise event.error(f"params: {error}.", f"Known: {', '.join(known)}; see docs/mqtt.md.") from None
    return asked.correction(event.text("actor"))


_KINDS: Mapping[str, Callable[[Fields, Sensing, chess.Color], Input]] = {
    "sq": _square,
    "dump": _dump,
    "clock": _clock,
    "link": _link,
    "request": _request,
}
"""The key that tells what an event is about → how it is read; the color is the side whose time runs."""

_BESIDE: Mapping[str, tuple[str, ...]] = {"sq": ("piece",), "request": ("actor", "params")}
"""The keys that go with one of those."""
