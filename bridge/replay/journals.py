"""The journal of a service as recordings, one for each game: exactly what the rules were given, corrections too."""

from __future__ import annotations

from pathlib import Path

from bridge.config import Config
from bridge.journal import GameKey, read_games
from bridge.replay.recordings import Recording
from bridge.rules.setup import Setup
from drivers.errors import FormatError


def read_journal(path: Path, config: Config | None) -> tuple[Recording, ...]:
    """The games in a journal. `config`: how they were to be played, which the journal does not say.

    Raises FormatError without a configuration or when a board is not in it, and JournalError for another file.
    """
    if config is None:
        what, remedy = "this is a database.", "If it is a journal, add --config and the file that the service ran with."
        raise FormatError(what, where=str(path), remedy=remedy)
    return tuple(
        Recording(
            f"{key.board}/{_number(key)}",
            _setup(path, config, key),
            tuple((record.at, record.received) for record in records),
            journaled=_number(key),
        )
        for key, records in read_games(path).items()
    )


def _number(key: GameKey) -> int:
    """The number of the game on its board, with which its id ends."""
    return int(key.game.rpartition("-")[2])


def _setup(path: Path, config: Config, key: GameKey) -> Setup:
    number = int(key.board.rpartition("/")[2])
    for board in config.boards:
        if board.number == number:
            return config.setup_of(board)
    remedy = "Add --config and the file that the service ran with."
    raise FormatError(f"there is no board {number} in the configuration.", where=str(path), remedy=remedy)
