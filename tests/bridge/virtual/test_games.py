"""Games out of PGN files, as virtual e-boards play them."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from bridge.virtual.games import game_in, read_games
from drivers.errors import FormatError

TWO_GAMES = '[White "Kaya"]\n\n1. e4 e5 *\n\n[White "Nobody"]\n\n*\n\n[White "Demir"]\n\n1. d4 d5 *\n'


def test_games_are_counted_that_have_moves(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(TWO_GAMES, encoding="utf-8")
    assert [game_in(path, number).white.name for number in (1, 2)] == ["Kaya", "Demir"]
    with pytest.raises(FormatError, match=r"games\.pgn: there is no game 3 .* Name one from 1 to 2\."):
        game_in(path, 3)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.pgn: the file cannot be read \(No such file or directory\)"):
        game_in(tmp_path / "none.pgn")
    (tmp_path / "latin.pgn").write_bytes(b'[White "\xd6zt\xfcrk"]')
    with pytest.raises(FormatError, match="not in UTF-8"):
        game_in(tmp_path / "latin.pgn")


@pytest.mark.parametrize(("text", "expected"), [
    ("", "no game with moves"),
    ("rnbqkbnr is no game", "no game with moves"),
    ('[Result "1-0"]\n\n1-0', "no game with moves"),
    ('[Result "1-0"]\n\n1-0\n\n1. e4 e5 2. Ke3 *', "game 2 cannot be read"),
])  # fmt: skip
def test_a_file_without_a_readable_game_is_refused(text: str, expected: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(FormatError, match=expected) as caught:
        read_games(text, "games.pgn")
    assert caught.value.remedy
    assert caplog.records == []


def test_games_that_were_not_played_are_passed_over() -> None:
    (game,) = read_games('[Result "1-0"]\n\n1-0\n\n[Result "*"]\n\n1. d4 *', "games.pgn")
    assert game.moves == (chess.Move.from_uci("d2d4"),)
