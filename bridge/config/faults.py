"""What no single key shows: contradictions between keys, and values that mean nothing here."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator

import chess

from bridge.config.fault import Fault
from bridge.config.reading import Keys, named, unknown_choice
from bridge.config.sections import BoardSection, BrokerSection, Config, Variant
from bridge.config.shared_lines import shared_line_faults
from bridge.laws import EDITIONS
from bridge.messages.topics import checked_slug
from bridge.rules.position import what_is_wrong
from drivers import registry
from drivers.eboard import Feature
from drivers.errors import ConfigError
from drivers.lines import parse_address


def faults(config: Config) -> Iterator[Fault]:
    """Everything that is wrong with a configuration whose keys and types are right."""
    yield from _slugs(config)
    yield from _laws_and_round(config)
    yield from _broker(config)
    yield from _ports(config)
    eboards = tuple(_eboards(config))
    yield from eboards
    for index, board in enumerate(config.boards):
        yield from _board(config, index, board)
    yield from _twice(("board",), "number", [str(board.number) for board in config.boards])
    if not eboards:  # else it is not certain which e-board is meant
        yield from _twice(("board",), "eboard", [_eboard_of(config, board) for board in config.boards])


def _slugs(config: Config) -> Iterator[Fault]:
    yield from _slug(("bridge", "name"), config.bridge.name)
    yield from _slug(("event", "slug"), config.event.slug)
    yield from _slug(("broker", "topic_root"), config.broker.topic_root)


def _slug(keys: Keys, text: str) -> Iterator[Fault]:
    try:
        checked_slug(text)
    except ValueError as error:
        yield Fault(keys, f"{named(keys)}: {error}.")


def _laws_and_round(config: Config) -> Iterator[Fault]:
    if config.event.edition not in EDITIONS:
        yield _unknown(("event", "edition"), config.event.edition, EDITIONS)
    if config.round.date and not _is_date(config.round.date):
        yield Fault(("round", "date"), f"[round] date: {config.round.date!r} is no day.", 'Write it as "2026-11-28".')
    yield from _start(("round", "start_fen"), config.round.start_fen, config.round.variant)


def _broker(config: Config) -> Iterator[Fault]:
    broker = config.broker
    if broker.embedded:
        for key in ("host", "username", "password_file", "tls", "ca_file", "cert_file", "key_file"):
            if getattr(broker, key) != getattr(BrokerSection(), key):
                what = f"[broker] {key}: the embedded broker serves this machine only, without passwords."
                yield Fault(("broker", key), what, "Set embedded = false to use another broker.")
        return
    if broker.requests and not (broker.username or broker.cert_file):
        what = "[broker] requests: a broker that knows nobody cannot tell who may ask."
        yield Fault(("broker", "requests"), what, "Set username, and access rights at the broker (docs/mqtt.md).")
    for key, needed, remedy in (
        ("ca_file", "tls", "Set tls = true."),
        ("cert_file", "tls", "Set tls = true."),
        ("key_file", "cert_file", "Set cert_file too."),
        ("password_file", "username", "Set username too."),
    ):
        if getattr(broker, key) and not getattr(broker, needed):
            yield Fault(("broker", key), f"[broker] {key} means nothing without {needed}.", remedy)


def _ports(config: Config) -> Iterator[Fault]:
    ports: dict[int, Keys] = {}
    if config.broker.embedded:
        ports[config.broker.port] = ("broker", "port")
        yield from _taken(ports, ("broker", "mqtt311_port"), config.broker.page_port)
    if config.web.enabled:
        yield from _taken(ports, ("web", "port"), config.web.port)


def _taken(ports: dict[int, Keys], keys: Keys, port: int) -> Iterator[Fault]:
    if (first := ports.setdefault(port, keys)) != keys:
        yield Fault(keys, f"{named(keys)}: {port} is taken by {named(first)}.", "Each port has one use.")


def _eboards(config: Config) -> Iterator[Fault]:
    for index, eboard in enumerate(config.eboards):
        known = eboard.kind in registry.names()
        if not known:
            yield _unknown(("eboard", index, "kind"), eboard.kind, registry.names())
        elif eboard.calibration and Feature.CHIPS not in registry.eboard(eboard.kind).features:
            keys: Keys = ("eboard", index, "calibration")
            yield Fault(keys, f"{named(keys)}: an e-board of the kind {eboard.kind!r} reads no chips.", "Leave it out.")
        try:
            parse_address(eboard.line, registry.eboard(eboard.kind) if known else None)
        except ConfigError as error:
            keys = ("eboard", index, "line")
            yield Fault(keys, f"{named(keys)}: {error.what}", error.remedy)
        if eboard.moved_on_page and not config.web.enabled:
            keys = ("eboard", index, "line")
            what = f"{named(keys)}: the page on which this e-board is moved is switched off."
            yield Fault(keys, what, "Set enabled = true under [web].")
    yield from _twice(("eboard",), "serial", [eboard.serial for eboard in config.eboards])
    yield from shared_line_faults(config)


def _board(config: Config, index: int, board: BoardSection) -> Iterator[Fault]:
    eboards = config.eboards_named(board.eboard)
    if not board.eboard:
        remedy = "Add an [[eboard]], or name one: eboard = its serial number or line."
        yield Fault(("board", index), f"{named(('board', index))} has no e-board.", remedy)
    elif not eboards:
        known = [name for eboard in config.eboards for name in (eboard.serial, eboard.line) if name]
        yield _unknown(("board", index, "eboard"), board.eboard, known)
    elif len(eboards) > 1 and all(eboard.may_share for eboard in eboards):
        keys = ("board", index, "eboard")
        remedy = f"Write the serial number of one of them: {', '.join(eboard.serial for eboard in eboards)}."
        yield Fault(keys, f"{named(keys)}: {board.eboard!r} is a line that several e-boards share.", remedy)
    yield from _start(("board", index, "start_fen"), board.start_fen, config.round.variant)
    if config.round.variant is Variant.CHESS960 and not (board.start_fen or config.round.start_fen):
        remedy = "Write the drawn position as start_fen under [round], or under each [[board]]."
        yield Fault(("board", index), f"{named(('board', index))}: Chess960 needs a start position.", remedy)


def _start(keys: Keys, fen: str, variant: Variant) -> Iterator[Fault]:
    if not fen:
        return
    try:
        board = chess.Board(fen, chess960=variant is Variant.CHESS960)
    except ValueError as error:
        yield Fault(keys, f"{named(keys)}: this is no FEN: {error}.", "Copy it whole, with all its six parts.")
        return
    if wrong := what_is_wrong(board):
        yield Fault(keys, f"{named(keys)}: no game can be played from there ({wrong}).", "Set it up anew.")


def _twice(table: Keys, key: str, values: list[str]) -> Iterator[Fault]:
    counts = Counter(values)
    for index, value in enumerate(values):
        if value and counts[value] > 1 and value in values[:index]:
            keys = (*table, index, key)
            first = values.index(value)
            yield Fault(keys, f"{named(keys)}: {value!r} is taken by {named((*table, first))}.", "Each has its own.")


def _eboard_of(config: Config, board: BoardSection) -> str:
    eboards = config.eboards_named(board.eboard)
    return config.name_of(eboards[0]) if len(eboards) == 1 else ""


def _is_date(text: str) -> bool:
    try:
        return dt.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _unknown(keys: Keys, value: str, valid: Iterable[str]) -> Fault:
    return Fault(keys, *unknown_choice(keys, value, valid))
