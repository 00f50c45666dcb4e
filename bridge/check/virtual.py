"""Looks at virtual e-boards: whether their game can be played, or who moves them may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bridge.check.finding import Finding, cross, cross_of, tick
from bridge.config import Config, EBoardSection, move_password
from bridge.virtual import game_of
from bridge.web.server import Address
from drivers.errors import ConfigError, FormatError
from drivers.lines import PageAddress, PgnAddress, parse_address
from drivers.placement import placement_of


def look_at_virtual(config: Config, eboard: EBoardSection, environment: Mapping[str, str]) -> list[Finding] | None:
    """All about a virtual e-board and the boards that it serves; None about hardware."""
    match parse_address(eboard.line):
        case PageAddress():
            return list(_moved(config, eboard, environment))
        case PgnAddress() as address:
            return list(_played(config, eboard, address))
        case _:
            return None


def _moved(config: Config, eboard: EBoardSection, environment: Mapping[str, str]) -> Iterator[Finding]:
    try:
        move_password(config.web, environment)
    except ConfigError as error:
        yield cross_of(error)
        return
    page = Address(config.web.host, config.web.port).url
    for board in config.moved_boards:
        if config.eboard_of(board) is eboard:
            yield tick(f"{eboard.line}: board {board.number} is moved by hand at {page}move/{board.number}.")


def _played(config: Config, eboard: EBoardSection, address: PgnAddress) -> Iterator[Finding]:
    try:
        game = game_of(address)
    except FormatError as error:
        yield cross_of(error)
        return
    moves = (len(game.moves) + 1) // 2
    yield tick(f"{eboard.line}: {game.white.name} – {game.black.name}, {moves} moves, again and again.")
    start = game.start.fen()
    for board in config.boards:
        if config.eboard_of(board) is eboard and config.start_of(board).placement != placement_of(game.start):
            what = f"Board {board.number}: this game begins from another position."
            yield cross(what, f'Set start_fen = "{start}" under its [[board]].')
