from __future__ import annotations

from typing import Any, get_args

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.journal import decode_input, encode_input
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.position import position_from_fen
from drivers import reports
from drivers.errors import JournalError
from drivers.placement import from_codes

squares = st.sampled_from(chess.SQUARES)
codes = st.integers(0, 15)
colors = st.booleans()
seconds = st.floats(-1e6, 1e6)
positions = st.sampled_from(
    [
        position_from_fen(chess.STARTING_FEN),
        position_from_fen("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"),
        position_from_fen("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 12 40", chess960=True),
    ]
)
STRATEGIES: dict[type, st.SearchStrategy[Any]] = {
    reports.SquaresChanged: st.builds(
        reports.SquaresChanged, st.lists(st.tuples(squares, codes), max_size=64).map(tuple)
    ),
    reports.Dump: st.builds(reports.Dump, st.lists(codes, min_size=64, max_size=64).map(from_codes)),
    reports.ClockTimes: st.builds(reports.ClockTimes, seconds, seconds, st.none() | colors),
    reports.Silent: st.builds(reports.Silent, seconds),
    reports.Trouble: st.builds(reports.Trouble, st.text(), st.text()),
    StartGame: st.builds(StartGame, positions),
}
inputs = st.one_of([STRATEGIES.get(kind, st.from_type(kind)) for kind in get_args(Input)])


@given(inputs)
def test_every_input_comes_back(received: Input) -> None:
    assert decode_input(encode_input(received)) == received


WRITTEN: list[tuple[Input, bytes]] = [
    (reports.SquaresChanged(((12, 0), (28, 1))), b'["SquaresChanged",{"changes":[[12,0],[28,1]]}]'),
    (reports.Press(chess.WHITE), b'["Press",{"color":true}]'),
    (reports.Garbled(b"\x00\xff", "no header"), b'["Garbled",{"data":"AP8=","reason":"no header"}]'),
    (TimePassed(), b'["TimePassed",{}]'),
]


@pytest.mark.parametrize(("received", "text"), WRITTEN)
def test_the_text_is_the_same_in_every_version_of_this_schema(received: Input, text: bytes) -> None:
    assert encode_input(received) == text
    assert decode_input(text) == received


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff", b'["Checkers",{}]', b'["Press",{}]', b'["Press",{"color":3}]'])
def test_what_is_no_input_is_refused(text: bytes) -> None:
    with pytest.raises(JournalError, match="cannot be understood"):
        decode_input(text)
