"""The developer key that a maker gives to those who may use its e-boards: a secret, so never part of a `Config`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bridge.config.chips import read_chips
from bridge.config.sections import EBoardSection
from drivers.eboard import CodecOptions
from drivers.errors import ConfigError

DEVELOPER_KEY_VARIABLE = "TOUCHMOVE_DEVELOPER_KEY"


def codec_options(eboard: EBoardSection, environment: Mapping[str, str]) -> CodecOptions:
    """What the codec must be told, with the key from its file or else from the environment, and with the calibration
    from its own.

    Raises ConfigError when a file cannot be read, or holds no such thing; the key itself is in no message.
    """
    if eboard.developer_key_file:
        where = f"developer key file {eboard.developer_key_file}"
        text = _content(Path(eboard.developer_key_file), where)
    else:
        where = DEVELOPER_KEY_VARIABLE
        text = environment.get(DEVELOPER_KEY_VARIABLE, "")
    chips = read_chips(Path(eboard.calibration)) if eboard.calibration else None
    return replace(eboard.codec_options, developer_key=_key(text, where), calibration=chips)


def _content(path: Path, where: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        remedy = "Let the user that runs touchmove read it, or correct developer_key_file."
        raise ConfigError(f"cannot be read: {error.strerror}.", where=where, remedy=remedy) from None
    except UnicodeDecodeError:
        raise _no_key(where) from None


def _key(text: str, where: str) -> bytes:
    try:
        return bytes.fromhex(text.replace(":", " "))
    except ValueError:
        raise _no_key(where) from None


def _no_key(where: str) -> ConfigError:
    return ConfigError("holds no key.", where=where, remedy="A key is written in hexadecimal digits, like 01 23 45 67.")
