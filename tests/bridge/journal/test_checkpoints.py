"""A checkpoint is a shorter way to the same game, and no way at all when anything about it does not fit."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.table import Played
from bridge.journal import Checkpoint
from bridge.journal.checkpoints import SOURCES, fingerprint, opened, sealed
from bridge.journal.course import Course, follow
from bridge.journal.values import encode
from bridge.laws import EDITIONS
from bridge.replay import read_file
from bridge.replay.recordings import Recording, set_up
from bridge.rules.game import new_game, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from drivers.hand import SLOPPY
from drivers.placement import Sensing
from drivers.reports import Dump
from tests.bridge.journal.in_depth import KEY, in_depth, resumed
from tests.bridge.journal.test_replayed import Recorded
from tests.bridge.rules.streams import acts_of, games, garbage, incidents_in, seeds, sensings, setups, waits

HOUSE = Path(__file__).parents[3]
CASES = {path.stem: path for house in (HOUSE / "tests", HOUSE.parent / "shared") for path in house.glob("cases/*.json")}
SETUP = Setup(position_of(chess.Board()))
Timed = tuple[float, Input]


def follow_both(setup: Setup, inputs: Sequence[Timed], *, every: int = 1) -> None:
    """Fold the inputs from the beginning, and with a restart after each of them: nothing may tell the two apart.
    `every`: after how many inputs they are compared to the last part.
    """
    whole = restarted = Course(new_game(setup, inputs[0][0]), inputs[0][0])
    for number, (at, received) in enumerate(inputs, 1):
        whole, told = follow(whole, received, at)
        restarted, told_again = follow(restarted, received, at)
        assert told_again == told
        assert wake_at(restarted.game) == wake_at(whole.game)
        restarted = resumed(restarted, setup)
        assert number % every or in_depth(restarted) == in_depth(whole)
    assert in_depth(restarted) == in_depth(whole)


def lived(recording: Recording) -> list[Timed]:
    """The inputs of a recording, and that time has passed whenever the rules wanted to be told."""
    inputs = set_up(recording).inputs
    course, lived = Course(new_game(recording.setup, inputs[0][0]), inputs[0][0]), list[Timed]()

    def receive(received: Input, at: float) -> None:
        nonlocal course
        course, _ = follow(course, received, at)
        lived.append((at, received))

    for at, received in (*inputs, (inputs[-1][0] + 10.0, TimePassed())):
        while (due := wake_at(course.game)) is not None and due < at:
            receive(TimePassed(), max(due, course.until))
        receive(received, at)
    return lived


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", sorted(CASES))
def test_every_case_is_followed_alike(name: str, edition: str) -> None:
    for recording in read_file(CASES[name]):
        setup = replace(recording.setup, edition=edition)
        follow_both(setup, lived(replace(recording, setup=setup)))


def test_a_recording_is_followed_alike() -> None:
    for recording in read_file(HOUSE / "tests" / "bridge" / "replay" / "recordings" / "opera-1858.jsonl"):
        follow_both(recording.setup, lived(recording), every=20)


@settings(max_examples=12, deadline=None)
@given(games, sensings, seeds)
def test_games_of_sloppy_hands_are_followed_alike(played: Played, sensing: Sensing, seed: int) -> None:
    table = Recorded(played, sensing)
    table.take(acts_of(played, SLOPPY, seed, incidents_in(played, seed))).wait()
    follow_both(table.game.setup, [(record.at, record.received) for record in table.records], every=50)


@settings(max_examples=40, deadline=None)
@given(setups, st.lists(st.tuples(waits, garbage), min_size=1, max_size=12))
def test_what_makes_no_sense_is_followed_alike(setup: Setup, stream: list[tuple[float, Input]]) -> None:
    now, inputs = 0.0, list[Timed]()
    for wait, received in stream:
        now += wait
        inputs.append((now, received))
    follow_both(setup, inputs)


# ---- what does not fit ----


CODE = b"today's"


@pytest.fixture
def written() -> bytes:
    course, _ = follow(Course(new_game(SETUP, 1.0), 1.0), Dump(SETUP.start.placement), 2.0)
    data = sealed(Checkpoint(KEY, SETUP, course), CODE)
    assert opened(data, CODE) is not None
    return data


def test_a_damaged_checkpoint_is_disregarded(written: bytes) -> None:
    for place in range(len(written)):
        assert opened(written[:place] + bytes([written[place] ^ 1]) + written[place + 1 :], CODE) is None
    for length in range(len(written)):
        assert opened(written[:length], CODE) is None
    assert opened(written + b"\0", CODE) is None


def test_a_checkpoint_that_other_code_wrote_is_disregarded(written: bytes) -> None:
    assert opened(written, b"tomorrow's") is None


@pytest.mark.parametrize("text", [b"not compressed", zlib.compress(b"no value"), zlib.compress(encode((1, 2)))])
def test_what_is_no_checkpoint_is_disregarded(text: bytes) -> None:
    assert opened(blake2b(text, digest_size=16, key=CODE).digest() + text, CODE) is None


def test_another_code_has_another_fingerprint(tmp_path: Path) -> None:
    for name in SOURCES:
        source = HOUSE / name
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    assert fingerprint(tmp_path) == fingerprint(HOUSE)
    for name in ("bridge/rules/game.py", "bridge/laws/__init__.py", "bridge/journal/values.py", "drivers/placement.py"):
        before = fingerprint(tmp_path)
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write("\n")
        assert fingerprint(tmp_path) != before
    before = fingerprint(tmp_path)
    (tmp_path / "bridge/rules/lights.py").rename(tmp_path / "bridge/rules/lamps.py")
    assert fingerprint(tmp_path) != before


def test_without_sources_no_checkpoint_ever_fits(tmp_path: Path) -> None:
    assert fingerprint(tmp_path) != fingerprint(tmp_path)
