"""Files for `touchmove replay`: what is understood, and what is said about those that are not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import chess
import pytest

from bridge.replay import read_file, replay_file, replay_file_as_text
from bridge.rules.correcting.corrections import RestorePly
from bridge.rules.setup import Tempo
from drivers.errors import FormatError
from drivers.placement import EMPTY, SOME_PIECE, Sensing, code_from_symbol, from_fen, placement_of
from drivers.reports import ClockPaused, ClockResumed, Dump, LinkDown, LinkUp, Press, SquaresChanged

LIFT = {"t": 0.5, "sq": "e2", "piece": ""}
PLACE = {"t": 1.0, "sq": "e4", "piece": "P"}
PRESS = {"t": 1.5, "clock": "white_pressed"}
E4 = [LIFT, PLACE, PRESS]


def write(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def case(tmp_path: Path, events: list[dict[str, Any]] | None = None, **more: object) -> Path:
    return write(tmp_path, {"id": "one", "events": E4 if events is None else events, **more})


def summaries(path: Path) -> dict[str, list[str]]:
    return {line["id"]: line["moves"] for line in replay_file(path) if line["type"] == "summary"}  # type: ignore[misc]


def test_case_with_nothing_but_events_is_a_game_of_chess(tmp_path: Path) -> None:
    (recording,) = read_file(case(tmp_path))
    setup = recording.setup
    assert (recording.id, setup.start.fen, setup.edition) == ("one", chess.STARTING_FEN, "2023")
    assert (setup.tempo, setup.sensing) == (Tempo.STANDARD, Sensing.IDENTITY)
    assert summaries(case(tmp_path)) == {"one": ["e4"]}


def test_case_says_how_the_game_is_played(tmp_path: Path) -> None:
    fen = "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1"
    said = {"start_fen": fen, "variant": "chess960", "laws": "2014", "mode": "blitz", "board": "occupancy"}
    (recording,) = read_file(case(tmp_path, **said))
    setup = recording.setup
    assert setup.start.chess960
    assert setup.edition == "2014"
    assert (setup.tempo, setup.sensing) == (Tempo.BLITZ, Sensing.OCCUPANCY)


def test_case_may_spread_over_lines(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps({"events": E4}, indent=2), encoding="utf-8-sig")
    assert summaries(path) == {"case": ["e4"]}


def test_what_an_arbiter_said_is_written_as_his_request(tmp_path: Path) -> None:
    said = {"request": "game.restore", "actor": "Ayşe", "params": {"why": "illegal move", "ply": 0}}
    back = [{"t": 22, "sq": "e4", "piece": ""}, {"t": 22.5, "sq": "e2", "piece": "P"}]
    other = [{"t": 30, "sq": "d2", "piece": ""}, {"t": 30.5, "sq": "d4", "piece": "P"}]
    path = case(tmp_path, [*E4, {"t": 20, **said}, *back, *other])
    (recording,) = read_file(path)
    assert recording.inputs[3] == (20, RestorePly("Ayşe", "illegal move", 0))
    told = list(replay_file(path))
    (corrected,) = [line for line in told if line["type"] == "corrected"]
    assert {key: corrected[key] for key in said} == said
    assert summaries(path) == {"one": ["d4"]}
    texts = "".join(replay_file_as_text(path))
    assert "Ayşe: game.restore (illegal move)" in texts


def test_a_refused_request_is_told_and_changes_nothing(tmp_path: Path) -> None:
    said = {"t": 20, "request": "game.restore", "actor": "Ayşe", "params": {"why": "illegal move", "ply": 9}}
    path = case(tmp_path, [*E4, said])
    (refused,) = [line for line in replay_file(path) if line["type"] == "refused"]
    assert (refused["code"], refused["reason"]) == (
        "no_such_ply",
        "No half-move 9 can be meant; the game has 1.",
    )
    assert summaries(path) == {"one": ["e4"]}
    assert "Ayşe: game.restore is refused" in "".join(replay_file_as_text(path))


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ({"request": "game.explode", "actor": "a"}, "'game.explode'"),
        ({"request": "game.restore", "params": {"why": "w", "ply": 1}}, "actor must be text"),
        ({"request": "game.restore", "actor": "a"}, "params: Object missing required field"),
        ({"request": "game.restore", "actor": "a", "params": []}, "a JSON object"),
        (
            {"request": "game.restore", "actor": "a", "params": {"why": "w", "ply": 1, "board": 7}},
            "'board' is not known",
        ),
        ({"request": "game.touched", "actor": "a", "params": {"why": "w", "square": "i9"}}, "params: "),
        ({"request": "game.illegal_stands", "actor": "a", "params": {"why": "w"}, "sq": "e2"}, "exactly one of"),
        ({"sq": "e2", "piece": "", "actor": "a"}, "'actor' is not known"),
    ],
)
def test_what_is_no_request(tmp_path: Path, event: dict[str, Any], what: str) -> None:
    with pytest.raises(FormatError, match=re.escape(what)):
        read_file(case(tmp_path, [{"t": 1, **event}]))


def test_every_kind_of_event(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = [
        {"t": 1, "dump": chess.STARTING_BOARD_FEN},
        {"t": 2, "sq": "e4", "piece": "?"},
        {"t": 3, "clock": "black_pressed"},
        {"t": 4, "clock": "paused"},
        {"t": 5, "clock": "resumed"},
        {"t": 6, "link": "down"},
        {"t": 7, "link": "up"},
    ]
    (recording,) = read_file(case(tmp_path, events))
    assert recording.inputs == (
        (1, Dump(placement_of(chess.Board()))),
        (2, SquaresChanged(((chess.E4, SOME_PIECE),))),
        (3, Press(chess.BLACK)),
        (4, ClockPaused()),
        (5, ClockResumed(chess.WHITE)),
        (6, LinkDown("the recording says so")),
        (7, LinkUp()),
    )


def test_resumed_clock_is_that_of_the_side_to_move_at_first(tmp_path: Path) -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    (recording,) = read_file(case(tmp_path, [{"t": 0, "clock": "resumed"}], start_fen=fen))
    assert recording.inputs == ((0, ClockResumed(chess.BLACK)),)


def test_occupancy_board_does_not_learn_which_piece_it_is(tmp_path: Path) -> None:
    events = [
        {"t": 0, "dump": "8/8/8/8/8/8/P7/8"},
        {"t": 1, "sq": "a2", "piece": ""},
        {"t": 2, "sq": "a3", "piece": "P"},
    ]
    (recording,) = read_file(case(tmp_path, events, board="occupancy"))
    seen = (from_fen("8/8/8/8/8/8/?7/8"), EMPTY, code_from_symbol("?"))
    assert [received for _, received in recording.inputs] == [
        Dump(seen[0]),
        SquaresChanged(((chess.A2, seen[1]),)),
        SquaresChanged(((chess.A3, seen[2]),)),
    ]


def test_case_without_anything_happening(tmp_path: Path) -> None:
    assert summaries(case(tmp_path, [])) == {"one": []}


def test_json_lines_of_one_board(tmp_path: Path) -> None:
    assert summaries(write(tmp_path, {"mode": "blitz"}, *E4)) == {"game": ["e4"]}
    assert summaries(write(tmp_path, {"id": "final", "mode": "blitz"}, "", *E4)) == {"final": ["e4"]}


def test_json_lines_of_boards_that_interleave(tmp_path: Path) -> None:
    other = [{"t": 0.7, "sq": "d2", "piece": ""}, {"t": 0.9, "sq": "d4", "piece": "P"}]
    mixed = [{**event, "board": 1} for event in E4] + [{**event, "board": "2"} for event in other]
    path = write(tmp_path, {"laws": "2023"}, *sorted(mixed, key=lambda event: event["t"]))
    assert summaries(path) == {"1": ["e4"], "2": ["d4"]}
    times = [line["t"] for line in replay_file(path) if line["type"] != "summary"]
    assert times == sorted(times)  # type: ignore[type-var]


def test_capture_of_an_unknown_eboard(tmp_path: Path) -> None:
    path = write(tmp_path, {"capture": 1, "eboard": "dgd", "started": "2026-11-28T10:00:00Z", "line": ""})
    with pytest.raises(FormatError, match=r"game\.jsonl:1: unknown e-board 'dgd' Did you mean 'dgt'\?"):
        read_file(path)


BAD_EVENTS = {
    "square": ({"t": 0, "sq": "e9", "piece": ""}, "'e9' is no square. Squares are a1 to h8."),
    "piece": ({"t": 0, "sq": "e2", "piece": "X"}, "'X' is no piece."),
    "piece missing": ({"t": 0, "sq": "e2"}, "piece must be text, not null."),
    "two letters": ({"t": 0, "sq": "e2", "piece": "PN"}, "'PN' is no piece."),
    "key": ({"t": 0, "sq": "e2", "peice": ""}, "the key 'peice' is not known. Did you mean 'piece'?"),
    "no kind": ({"t": 0}, "exactly one of sq, dump, clock, link, request is expected."),
    "two kinds": ({"t": 0, "sq": "e2", "piece": "", "link": "up"}, "exactly one of"),
    "wrong kind": ({"t": 0, "clok": "paused"}, "the key 'clok' is not known. Did you mean 'clock'?"),
    "clock": ({"t": 0, "clock": "white_presed"}, "clock is 'white_presed'. Did you mean 'white_pressed'?"),
    "link": ({"t": 0, "link": "gone"}, "link is 'gone'. Known: up, down."),
    "dump": ({"t": 0, "dump": "8/8"}, "expected 8 ranks"),
    "no time": ({"sq": "e2", "piece": ""}, "t must be a number of seconds, not null."),
    "time in words": ({"t": "soon", "link": "up"}, 't must be a number of seconds, not "soon".'),
    "time without end": ({"t": float("inf"), "link": "up"}, "t must be a number of seconds, not Infinity."),
}


@pytest.mark.parametrize(("event", "said"), BAD_EVENTS.values(), ids=BAD_EVENTS)
def test_bad_event_in_json_lines(event: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as raised:
        read_file(write(tmp_path, {}, {"t": -1, "link": "up"}, event))
    assert str(raised.value).startswith(f"{tmp_path}/game.jsonl:3: ")
    assert said in str(raised.value)


def test_bad_event_in_a_case(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"game\.jsonl, event 4: 'e9' is no square"):
        read_file(case(tmp_path, [*E4, {"t": 9, "sq": "e9", "piece": ""}]))


def test_times_that_go_back(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"event 2: t goes back from 0\.5 to 0\.25\. Write the events in order"):
        read_file(case(tmp_path, [LIFT, {**PLACE, "t": 0.25}]))


BAD_SETUPS = {
    "laws": ({"laws": "1972"}, "laws is '1972'. Did you mean '1997'? Known: 1997, 2014, 2018, 2023."),
    "variant": ({"variant": "chess690"}, "variant is 'chess690'. Did you mean 'chess960'?"),
    "mode": ({"mode": "bullet"}, "mode is 'bullet'."),
    "board": ({"board": "ocupancy"}, "board is 'ocupancy'. Did you mean 'occupancy'?"),
    "no FEN": ({"start_fen": "rubbish"}, "start_fen is no position"),
    "no kings": ({"start_fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "start_fen is a position that cannot be played from."),
    "number": ({"start_fen": 7}, "start_fen must be text, not 7."),
    "key": ({"start_fne": "x"}, "the key 'start_fne' is not known. Did you mean 'start_fen'?"),
}


@pytest.mark.parametrize(("setup", "said"), BAD_SETUPS.values(), ids=BAD_SETUPS)
def test_bad_setup(setup: dict[str, Any], said: str, tmp_path: Path) -> None:
    for make in (lambda: case(tmp_path, **setup), lambda: write(tmp_path, setup, *E4)):
        path = make()
        with pytest.raises(FormatError) as raised:
            read_file(path)
        assert str(path) in str(raised.value)
        assert said in str(raised.value)
        assert raised.value.remedy


BAD_TEXTS = {
    "cut JSON": ('{\n"events": [', r"game\.jsonl:2: this is no JSON"),
    "no object": ('{"laws": "2023"}\n[1]', r"game\.jsonl:2: a JSON object in \{ \} is expected here"),
    "cut line": ('{"laws": "2023"}\n{"t": 0, "sq"', r"game\.jsonl:2: this is no JSON"),
    "events no list": ('{"events": 7}', r"game\.jsonl: events is missing, or no list"),
    "event no object": ('{"events": [7]}', r"event 1: a JSON object"),
    "board no name": ('{}\n{"t": 0, "link": "up", "board": [1]}', r"game\.jsonl:2: board must be a number or text"),
    "nested": ('{"a":' * 100_000, "nested too deeply"),
    "nothing": ("", "the file is empty"),
    "no base64": ("hello, world", "neither a capture nor base64"),
}


@pytest.mark.parametrize(("text", "said"), BAD_TEXTS.values(), ids=BAD_TEXTS)
def test_bad_text(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=said) as raised:
        read_file(path)
    assert raised.value.remedy


def test_other_encodings_and_missing_files(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes('{"title": "Öğr"}'.encode("iso-8859-9"))
    with pytest.raises(FormatError, match=r"the text is not UTF-8\. Save it as UTF-8"):
        read_file(path)
    with pytest.raises(FormatError, match="the file cannot be read"):
        read_file(tmp_path / "missing.json")


def test_the_documents_example_is_understood(tmp_path: Path) -> None:
    document = Path(__file__).parents[3] / "docs" / "recordings.md"
    (example,) = re.findall(r"```json\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    (recording,) = read_file(write(tmp_path, example.rstrip("\n")))
    assert (recording.id, recording.setup.tempo) == ("board-7", Tempo.BLITZ)
    assert recording.inputs[-1] == (21.0, RestorePly("arbiter-2", "the knight was touched", 0))
