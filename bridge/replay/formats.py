"""Files that can be replayed: sensor cases, their JSON lines, captures, bare bytes in base64, and journals.

* A sensor case is one JSON object: what `events.setup_of` reads, `events`, and keys for its readers.
* JSON lines have that object without `events` as their first line, then one event a line. An event may name its
  `board`; then every board has a recording of its own, all with the same setup.
* Captures and base64: see `drivers.lines.capture`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from bridge.config import Config
from bridge.journal.reading import MAGIC
from bridge.replay.captures import read_bytes
from bridge.replay.events import ABOUT_KEYS, SETUP_KEYS, inputs_of, setup_of
from bridge.replay.fields import Fields, fields, parsed
from bridge.replay.journals import read_journal
from bridge.replay.recordings import Recording
from drivers.errors import FormatError


def read_file(path: Path, config: Config | None = None) -> tuple[Recording, ...]:
    """The recordings in a file, one for each board. Raises FormatError naming the file, the line, and a remedy.

    A journal has one for each game, and needs the configuration of its service. Raises JournalError when it is none.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        what = f"the file cannot be read ({error.strerror})."
        raise FormatError(what, where=str(path), remedy="Check its path, and who may read it.") from error
    if content.startswith(MAGIC):
        return read_journal(path, config)
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return (read_bytes(path),)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("the text is not UTF-8.", where=str(path), remedy="Save it as UTF-8.") from error
    return _read_text(path, text)


def _read_text(path: Path, text: str) -> tuple[Recording, ...]:
    first = _object_in(text.lstrip().partition("\n")[0])
    if first is None:
        return (_case(path, fields(parsed(text, str(path)), str(path))),)
    if "capture" in first:
        return (read_bytes(path),)
    if "events" in first:
        return (_case(path, fields(parsed(text, str(path)), str(path))),)
    return _json_lines(path, text)


def _object_in(line: str) -> dict[str, object] | None:
    """The JSON object that the line is, or None."""
    try:
        value = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _case(path: Path, case: Fields) -> Recording:
    case.only((*SETUP_KEYS, "events", *ABOUT_KEYS))
    events = case.values.get("events")
    if not isinstance(events, list):
        raise case.error("events is missing, or no list.", 'Write "events": [{"t": 0.0, "sq": "e2", "piece": ""}, …].')
    setup = setup_of(case)
    each = (fields(event, f"{path}, event {number}") for number, event in enumerate(events, 1))
    return Recording(case.text("id", path.stem), setup, inputs_of(each, setup))


def _json_lines(path: Path, text: str) -> tuple[Recording, ...]:
    lines = _lines(path, text)
    header = next(lines)
    header.only((*SETUP_KEYS, *ABOUT_KEYS))
    setup, alone = setup_of(header), header.text("id", path.stem)
    of_board: dict[str, list[Fields]] = {}
    for event in lines:
        of_board.setdefault(_board(event, alone), []).append(event)
    of_board = of_board or {alone: []}
    return tuple(Recording(board, setup, inputs_of(events, setup)) for board, events in of_board.items())


def _lines(path: Path, text: str) -> Iterator[Fields]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield fields(parsed(line, str(path), number), f"{path}:{number}")


def _board(event: Fields, default: str) -> str:
    value = event.values.get("board", default)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise event.error(f"board must be a number or text, not {json.dumps(value)}.", 'Write it like "board": 7.')
    return str(value)
