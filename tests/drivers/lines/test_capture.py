import base64
import io
import json
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.errors import FormatError, LineLost
from drivers.lines import CaptureWriter, Heading, Piece, RecordingLine, made_up_times, null_modem, read_capture
from tests.virtual_time import run

STARTED = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
HEADER = b'{"capture":1,"eboard":"dgt","started":"2026-11-30T09:00:00Z","line":"/dev/ttyUSB0"}\n'


def _capture(tmp_path, content):
    path = tmp_path / "board1.capture"
    path.write_bytes(content)
    return path


def test_a_recorded_line_is_read_back_byte_by_byte(tmp_path):
    times = iter([100.0, 100.5, 101.25])
    file = io.BytesIO()

    async def scene():
        host, eboard = null_modem("/dev/ttyUSB0")
        line = RecordingLine(host, CaptureWriter(file, Heading("dgt", STARTED, host.name), times.__next__))
        await line.write(b"")
        await line.write(b"\x42")
        await eboard.write(b"\x8e\x00\x05\x1b\x00")
        assert await line.read() == b"\x8e\x00\x05\x1b\x00"
        await line.close()
        with pytest.raises(LineLost):
            await line.write(b"\x42")

    run(scene())
    assert file.getvalue() == HEADER + b'{"t":0.5,"tx":"Qg=="}\n{"t":1.25,"rx":"jgAFGwA="}\n'
    capture = read_capture(_capture(tmp_path, file.getvalue()))
    assert (capture.eboard, capture.started, capture.line) == ("dgt", STARTED, "/dev/ttyUSB0")
    assert capture.pieces == (Piece(0.5, b"\x42", sent=True), Piece(1.25, b"\x8e\x00\x05\x1b\x00"))


def test_a_secret_goes_over_the_line_but_not_into_the_capture():
    times = iter([100.0, 100.5])
    file = io.BytesIO()

    async def scene():
        host, eboard = null_modem("/dev/ttyUSB0")
        line = RecordingLine(host, CaptureWriter(file, Heading("dgt", STARTED, host.name), times.__next__), b"\x0a\x0b")
        await line.write(b"\x63\x03\x0a\x0b\x00")
        assert await eboard.read() == b"\x63\x03\x0a\x0b\x00"

    run(scene())
    (line,) = file.getvalue().splitlines()[1:]
    assert base64.b64decode(json.loads(line)["tx"]) == b"\x63\x03\x00\x00\x00"


def test_the_start_is_written_in_universal_time():
    file = io.BytesIO()
    in_istanbul = STARTED.astimezone(timezone(timedelta(hours=3)))
    CaptureWriter(file, Heading("dgt", in_istanbul, "/dev/ttyUSB0"), lambda: 0.0)
    assert file.getvalue() == HEADER


@given(cut=st.integers(min_value=0, max_value=21))
def test_a_last_line_cut_by_a_crash_is_left_out(tmp_path_factory, cut):
    whole = HEADER + b'{"t":0.5,"tx":"Qg=="}\n'
    path = _capture(tmp_path_factory.mktemp("cut"), whole + b'{"t":1.25,"rx":"Qg=="}'[:cut])
    assert read_capture(path).pieces == (Piece(0.5, b"\x42", sent=True),)


def test_a_last_line_that_misses_only_its_end_counts(tmp_path):
    path = _capture(tmp_path, HEADER + b'{"t":0.5,"tx":"Qg=="}')
    assert read_capture(path).pieces == (Piece(0.5, b"\x42", sent=True),)


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        (b"", "", "the file is empty"),
        (b"\n\n", "", "the file is empty"),
        (HEADER[:40], ":1", "no line of a capture"),
        (b'{"capture":1,"eboard":"dgt"}\n', ":1", "missing required field `started`"),
        (HEADER.replace(b":1,", b":2,"), ":1", "version 2"),
        (HEADER + b'{"t":0.5,"tx":"Q\n{"t":0.5,"tx":"Qg=="}\n', ":2", "no line of a capture"),
        (HEADER + b'{"t":0.5,"tx":"Qg"}\n', ":2", "no line of a capture"),
        (HEADER + b'{"t":0.5}\n', ":2", "exactly one of rx and tx"),
        (HEADER + b'{"t":0.5,"tx":"Qg==","rx":"Qg=="}\n', ":2", "exactly one of rx and tx"),
        (b"Qg==\n1. e4 e5\n", ":2", "neither a capture nor base64"),
    ],
)
def test_what_is_no_capture_is_said_with_file_and_line(tmp_path, content, line, what):
    path = _capture(tmp_path, content)
    with pytest.raises(FormatError, match=what) as caught:
        read_capture(path)
    assert caught.value.where == f"{path}{line}"
    assert caught.value.remedy


def test_a_missing_file(tmp_path):
    with pytest.raises(FormatError, match=r"No such file or directory\)\. Check its path"):
        read_capture(tmp_path / "none")


# Messages of a made-up clock: `T` and what it shows, anything else is from the board.
def _face(message):
    return message[1:] if message.startswith(b"T") else None


@pytest.mark.parametrize(
    ("messages", "times"),
    [
        ([b"a", b"b"], [0.02, 0.04]),
        ([b"a", b"T9", b"b"], [0.02, 0.04, 0.06]),
        ([b"T9", b"T9", b"b"], [0.02, 0.04, 0.06]),
        ([b"T9", b"b", b"T8", b"c", b"T8", b"T7"], [0.02, 0.04, 1.0, 1.02, 1.04, 2.0]),
        ([b"T9"] + 60 * [b"x"] + [b"T8"], [round(0.02 * n, 2) for n in range(1, 62)] + [2.0]),
    ],
)
def test_times_made_up_from_the_clock(messages, times):
    assert [piece.at for piece in made_up_times(messages, _face)] == times


@given(st.lists(st.binary(min_size=1)))
def test_made_up_times_always_go_on_and_keep_every_message(messages):
    pieces = list(made_up_times(messages, _face))
    assert [piece.data for piece in pieces] == messages
    times = [piece.at for piece in pieces]
    assert all(earlier < later for earlier, later in pairwise(times))


def test_bare_messages_are_read_with_made_up_times(tmp_path):
    messages = [b"T9", b"board", b"T8"]
    content = b"\r\n".join(base64.b64encode(message) for message in messages)
    capture = read_capture(_capture(tmp_path, content), _face)
    assert (capture.eboard, capture.started, capture.line) == ("", None, "")
    assert capture.pieces == (Piece(0.02, b"T9"), Piece(0.04, b"board"), Piece(1.0, b"T8"))
