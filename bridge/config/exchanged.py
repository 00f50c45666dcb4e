"""Whether the e-board that answers is the one that the configuration means."""

from __future__ import annotations

from bridge.config.sections import EBoardSection
from drivers.errors import ConfigError


def exchanged(eboard: EBoardSection, serial: str) -> ConfigError | None:
    """What is wrong when an e-board of this serial number answers there; None when it is the right one, or when the
    configuration does not say which one that is.
    """
    if eboard.serial in {"", serial}:
        return None
    what = f"e-board {serial or 'that tells no number'} is here, not {eboard.serial}."
    remedy = "Exchange the cables, or correct the serial number in the configuration."
    return ConfigError(what, where=eboard.line, remedy=remedy)
