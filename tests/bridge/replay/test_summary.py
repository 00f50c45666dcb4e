"""The summary at the end of each game, also when the next one is played on the same board."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import chess

from bridge.replay import read_file, replay, replay_file, replay_file_as_text
from bridge.rules.notices import DumpWanted
from drivers.hand import CALM, Act, play, set_up
from drivers.placement import placement_of, symbol_of
from drivers.reports import Press, SquaresChanged

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def played(moves: Iterable[str], at: float) -> Iterator[Act]:
    acts = play(chess.Board(), map(chess.Move.from_uci, moves), CALM, random.Random(1))
    return (Act(at + act.at, act.does) for act in acts)


def lines(acts: Iterable[Act]) -> Iterator[dict[str, Any]]:
    for act in acts:
        match act.does:
            case SquaresChanged(changes):
                for square, code in changes:
                    yield {"t": act.at, "sq": chess.square_name(square), "piece": symbol_of(code)}
            case Press(color):
                yield {"t": act.at, "clock": f"{chess.COLOR_NAMES[color]}_pressed"}


def two_games(tmp_path: Path, moves_of_second: list[str]) -> Path:
    mated = chess.Board()
    for move in MATE:
        mated.push_uci(move)
    first = list(played(MATE, 0.0))
    reset = list(set_up(placement_of(mated), placement_of(chess.Board()), CALM, random.Random(2), first[-1].at + 20.0))
    second = list(played(moves_of_second, reset[-1].at + 60.0)) if moves_of_second else []
    path = tmp_path / "board 7.jsonl"
    path.write_text("\n".join(map(json.dumps, [{}, *lines([*first, *reset, *second])])), encoding="utf-8")
    return path


def summaries(path: Path) -> list[dict[str, Any]]:
    return [line for line in replay_file(path) if line["type"] == "summary"]


def test_a_game_that_is_followed_by_another_is_told_when_the_other_begins(tmp_path: Path) -> None:
    path = two_games(tmp_path, ["d2d4", "d7d5"])
    first, second = summaries(path)
    assert (first["moves"], first["result"]) == (["f3", "e5", "g4", "Qh4#"], "0-1")
    assert [alert["kind"] for alert in first["alerts"]] == ["game_reset"]
    assert (second["moves"], second["result"], second["alerts"]) == (["d4", "d5"], None, [])
    types = [line["type"] for line in replay_file(path)]
    assert types.index("summary") == types.index("game_started") - 1
    assert any("a new game begins from rnbqkbnr/pppppppp" in text for text in replay_file_as_text(path))


def test_a_game_that_has_not_begun_is_not_told(tmp_path: Path) -> None:
    (only,) = summaries(two_games(tmp_path, []))
    assert only["result"] == "0-1"
    assert only["placement"] == chess.STARTING_BOARD_FEN


def test_castling_is_written_as_python_chess_writes_it_in_the_variant(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    events = [
        {"t": 0.0, "sq": "e1", "piece": ""},
        {"t": 0.5, "sq": "g1", "piece": "K"},
        {"t": 1.0, "sq": "h1", "piece": ""},
        {"t": 1.5, "sq": "f1", "piece": "R"},
    ]
    path = tmp_path / "castling.json"
    for variant, uci in (("standard", "e1g1"), ("chess960", "e1h1")):
        path.write_text(json.dumps({"start_fen": fen, "variant": variant, "events": events}), encoding="utf-8")
        (told,) = summaries(path)
        assert (told["moves"], told["uci"]) == (["O-O"], [uci])


def test_wanted_dumps_are_told_to_nobody(tmp_path: Path) -> None:
    path = tmp_path / "an illegal move.json"
    lifted_and_put = [{"t": 1.0, "sq": "f1", "piece": ""}, {"t": 1.5, "sq": "f4", "piece": "B"}]
    path.write_text(json.dumps({"events": lifted_and_put}), encoding="utf-8")
    (recording,) = read_file(path)
    assert any(DumpWanted() in step.notices for step in replay(recording))
    assert [line["type"] for line in replay_file(path) if line["type"] == "dump_wanted"] == []


def test_every_line_is_json_with_time_type_and_board(tmp_path: Path) -> None:
    for line in replay_file(two_games(tmp_path, ["d2d4"])):
        assert json.loads(json.dumps(line)) == line
        assert line["id"] == "board 7"
        assert line["type"] == "summary" or isinstance(line["t"], float)


def test_a_position_that_an_arbiter_has_set_is_no_illegal_move(tmp_path: Path) -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"
    said = {"t": 9.0, "request": "game.set_position", "actor": "arbiter-2", "params": {"why": "agreed", "fen": fen}}
    path = tmp_path / "set.json"
    events = [*lines(played(["e2e4"], 0.0)), said]
    path.write_text(json.dumps({"events": events}), encoding="utf-8")
    assert summaries(path)[0]["moves"] == ["e4", "0000"]
    assert [line["illegal"] for line in replay_file(path) if line["type"] == "move_seen"][-1] is False
    assert any(f"1... 0000 (set by an arbiter: {fen})" in text for text in replay_file_as_text(path))
