"""`touchmove replay`: what the rules conclude from a recording, as JSON objects or as text for people."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from pathlib import Path

from bridge.config import Config
from bridge.replay.formats import read_file
from bridge.replay.recordings import Recording
from bridge.replay.run import Step, replay
from bridge.replay.summary import JsonObject, objects
from bridge.replay.text import text_lines

__all__ = ["JsonObject", "Recording", "Step", "read_file", "replay", "replay_file", "replay_file_as_text"]


def replay_file(path: Path, config: Config | None = None) -> Iterator[JsonObject]:
    """What a file holds, replayed: the notices of all its boards in order of time, and a summary after each game.

    Raises FormatError before the first of them, when the file cannot be understood. A journal needs `config`; when it
    cannot be read, JournalError is raised.
    """
    told = heapq.merge(*map(objects, read_file(path, config)), key=lambda timed: timed[0])
    return (told_object for _, told_object in told)


def replay_file_as_text(path: Path, config: Config | None = None) -> Iterator[str]:
    """The same for people, a line or a few at a time. Raises as `replay_file` does."""
    told = heapq.merge(*map(text_lines, read_file(path, config)), key=lambda timed: timed[0])
    return (text for _, text in told)
