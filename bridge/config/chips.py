"""Files that say which chip is under which piece of a set; `touchmove calibrate` writes them.

They belong to the pieces, not to the e-board: whoever exchanges the sets of two boards exchanges these as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from bridge.config.reading import Source
from drivers.errors import ConfigError
from drivers.placement import Code, code_from_symbol, symbol_of

HEAD = """\
# The chips of one set of pieces, as touchmove calibrate found them. Name this file in the configuration:
# [[eboard]] calibration = "{name}"

[chips]
"""
_CHIP = re.compile(r"\d{1,3}( \d{1,3}){4}")
_PIECES = "PNBRQKpnbrqk"


def chips_text(chips: Mapping[bytes, Code], name: str) -> str:
    """What stands in the file `name` for these chips."""
    lines = (f'"{_written(chip)}" = "{symbol_of(code)}"\n' for chip, code in sorted(chips.items(), key=_by_piece))
    return HEAD.format(name=name) + "".join(lines)


def read_chips(path: Path) -> dict[bytes, Code]:
    """The chips in a file, each with its piece. Raises ConfigError."""
    try:
        source = Source(path, path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        what = "the calibration cannot be read" if path.exists() else "there is no such file"
        remedy = "Correct calibration under [[eboard]], or make one: touchmove calibrate."
        raise ConfigError(f"{what} ({error}).", where=str(path), remedy=remedy) from error
    chips = source.tables().get("chips")
    if not isinstance(chips, dict) or not chips:
        raise ConfigError("there are no [chips] in it.", where=str(path), remedy="Make it anew: touchmove calibrate.")
    return {_chip(source, text): _code(source, text, piece) for text, piece in chips.items()}


def _chip(source: Source, text: str) -> bytes:
    numbers = [int(number) for number in text.split()] if _CHIP.fullmatch(text) else []
    if not numbers or max(numbers) > 255:
        raise source.error(("chips", text), f"{text!r} is no chip.", "Write five numbers from 0 to 255.")
    return bytes(numbers)


def _code(source: Source, text: str, piece: object) -> Code:
    if not isinstance(piece, str) or len(piece) != 1 or piece not in _PIECES:
        raise source.error(("chips", text), f"{piece!r} is no piece.", f"Valid here: {', '.join(_PIECES)}.")
    return code_from_symbol(piece)


def _written(chip: bytes) -> str:
    return " ".join(map(str, chip))


def _by_piece(entry: tuple[bytes, Code]) -> tuple[Code, bytes]:
    chip, code = entry
    return code, chip
