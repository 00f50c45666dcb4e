"""What `touchmove record` writes down at an e-board of any family, `touchmove replay` tells move for move."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import chess
import pytest

from bridge.replay import replay_file, replay_file_as_text
from bridge.replay.formats import read_file
from drivers import registry
from drivers.eboard import EBoard, Transport
from drivers.lines import CaptureWriter, Heading
from drivers.placement import Sensing
from tests.drivers.connection import Connection
from tests.drivers.families import every_family
from tests.drivers.test_every_family_in_a_game import ALL_GAMES, acts_of, do_all, written

STARTED = datetime(2026, 11, 30, 10, tzinfo=UTC)


def recorded_game(family: EBoard, game: str, *, turned: bool = False, line: str = "") -> bytes:
    """The capture of a game from the first look at the e-board on, with nobody asking for more than its codec does."""
    played = ALL_GAMES[game]
    table = Connection(family, turned=turned)
    capture = BytesIO()
    cannot_tell = turned and family.sensing is not Sensing.IDENTITY  # so who records says it
    writer = CaptureWriter(capture, Heading(family.name, STARTED, line, cannot_tell), lambda: table.now)

    def written_down(data: bytes) -> Iterable[bytes]:
        writer.received(data)
        return (data,)

    table.tamper = written_down
    table.set_up(played.start)
    table.open().wait(2.0)
    do_all(table, acts_of(family, played))
    return capture.getvalue()


@every_family
@pytest.mark.parametrize("turned", [False, True], ids=["normal", "turned"])
def test_a_recorded_game_is_replayed_move_for_move(family: EBoard, turned: bool, tmp_path: Path) -> None:
    capture = tmp_path / "capture.jsonl"
    capture.write_bytes(recorded_game(family, "games 3", turned=turned))
    *_, told = replay_file(capture)
    assert written(map(chess.Move.from_uci, told["uci"]), family) == written(ALL_GAMES["games 3"].moves, family)
    assert any("stands on the board" in line for line in replay_file_as_text(capture))


def test_what_is_known_of_the_line_counts_as_in_the_service(tmp_path: Path) -> None:
    """DGT's radio boards are looked at less often than the same ones on a cable."""
    family = registry.eboard("dgt")
    line = "rfcomm://AA:BB:CC:DD:EE:FF"
    capture = tmp_path / "capture.jsonl"
    capture.write_bytes(recorded_game(family, "games 3", line=line))
    by_radio = family.over(Transport.BLUETOOTH_CLASSIC)
    (recording,) = read_file(capture)
    assert recording.setup.shortest_lift == by_radio.shortest_lift > family.shortest_lift
    assert recording.setup.scan_period == by_radio.scan_period
