"""From a file, or from lines named on the command line, to a `Config` that the service can run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bridge.broker.connection import BrokerAddress, Tls
from bridge.config.chips import read_chips
from bridge.config.faults import faults
from bridge.config.reading import Source, read
from bridge.config.sections import BoardSection, BrokerSection, Config, EBoardSection
from drivers.errors import ConfigError
from drivers.lines import from_directory

PASSWORD_VARIABLE = "TOUCHMOVE_BROKER_PASSWORD"  # noqa: S105 - the name of a variable, not a password


def load(path: Path) -> Config:
    """The configuration in a file; paths in it start at the file's directory.

    Raises ConfigError for the first thing that cannot be read, or else for all contradictions together.
    """
    try:
        source = Source(path, path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        remedy = "Name another file, or start without one: touchmove run --line /dev/ttyUSB0."
        raise ConfigError("there is no such file.", where=str(path), remedy=remedy) from None
    except PermissionError:
        remedy = "Let the user that runs touchmove read it."
        raise ConfigError("this user may not read it.", where=str(path), remedy=remedy) from None
    except OSError as error:
        remedy = "Name the configuration file itself."
        raise ConfigError(f"cannot be read: {error.strerror}.", where=str(path), remedy=remedy) from None
    except UnicodeDecodeError:
        raise ConfigError("is not in UTF-8.", where=str(path), remedy="Save it in the encoding UTF-8.") from None
    config = _completed(_with_lines_from(path.absolute().parent, read(source, Config, source.tables())))
    _refuse([source.error(fault.keys, fault.what, fault.remedy) for fault in faults(config)])
    config = _with_paths_from(path.absolute().parent, config)
    for eboard in config.eboards:
        if eboard.calibration:
            read_chips(Path(eboard.calibration))  # refuses one that cannot be used
    return config


def for_lines(lines: Sequence[str], kind: str = "dgt") -> Config:
    """The configuration without a file: an e-board at each line, serving the boards 1, 2, 3. Raises ConfigError."""
    config = _completed(Config(eboards=tuple(EBoardSection(line=line, kind=kind) for line in lines)))
    _refuse([ConfigError(fault.what, remedy=fault.remedy) for fault in faults(config)])
    return config


def state_directory(config: Config, environment: Mapping[str, str]) -> Path:
    """Where the journal is kept: as configured, as systemd says, in the user's own place, or in the system's."""
    if config.bridge.state_directory:
        return Path(config.bridge.state_directory)
    if given := environment.get("STATE_DIRECTORY"):  # systemd.exec(5): several are joined by colons
        return Path(given.split(":")[0])
    if given := environment.get("XDG_STATE_HOME"):
        return Path(given) / "touchmove"
    if given := environment.get("HOME"):
        return Path(given) / ".local" / "state" / "touchmove"
    return Path("/var/lib/touchmove")


def broker_address(broker: BrokerSection, environment: Mapping[str, str]) -> BrokerAddress:
    """Where the broker is and how to sign in. A password comes from its file, or else from the environment; it is
    never part of a `Config`.
    """
    files = {key: Path(path) for key in ("ca_file", "cert_file", "key_file") if (path := getattr(broker, key))}
    return BrokerAddress(
        broker.host,
        broker.port,
        username=broker.username or None,
        password=environment.get(PASSWORD_VARIABLE) if broker.username else None,
        password_file=Path(broker.password_file) if broker.password_file else None,
        tls=Tls(**files) if broker.tls else None,
    )


def _refuse(errors: Sequence[ConfigError]) -> None:
    """Raise the first error, and with it all others; nothing when there is none."""
    if errors:
        errors[0].others = tuple(errors[1:])
        raise errors[0]


def _completed(config: Config) -> Config:
    """With numbers and e-boards for boards that have none: both by their place in the list."""
    boards = config.boards or tuple(BoardSection() for _ in config.eboards)
    return replace(
        config,
        boards=tuple(
            replace(
                board,
                number=board.number or place,
                eboard=board.eboard
                or (config.name_of(config.eboards[place - 1]) if place <= len(config.eboards) else ""),
            )
            for place, board in enumerate(boards, start=1)
        ),
    )


def _with_lines_from(directory: Path, config: Config) -> Config:
    return replace(
        config,
        eboards=tuple(replace(eboard, line=from_directory(directory, eboard.line)) for eboard in config.eboards),
        boards=tuple(replace(board, eboard=from_directory(directory, board.eboard)) for board in config.boards),
    )


def _with_paths_from(directory: Path, config: Config) -> Config:
    def absolute(path: str) -> str:
        return str(directory / path) if path else ""

    broker = replace(
        config.broker,
        password_file=absolute(config.broker.password_file),
        ca_file=absolute(config.broker.ca_file),
        cert_file=absolute(config.broker.cert_file),
        key_file=absolute(config.broker.key_file),
    )
    web = replace(config.web, move_password_file=absolute(config.web.move_password_file))
    state = absolute(config.bridge.state_directory)
    eboards = tuple(
        replace(
            eboard,
            calibration=absolute(eboard.calibration),
            developer_key_file=absolute(eboard.developer_key_file),
        )
        for eboard in config.eboards
    )
    bridge = replace(config.bridge, state_directory=state)
    return replace(config, bridge=bridge, broker=broker, web=web, eboards=eboards)
