"""Arbiters of the tests: everything that they may say to a game, sensible or not."""

from __future__ import annotations

from typing import Any, get_args

import chess
from hypothesis import strategies as st

from bridge.rules.correcting import corrections
from bridge.rules.correcting.corrections import Correction

plies = st.integers(-1, 12)
squares = st.sampled_from(chess.SQUARES)
some_squares = st.lists(squares, min_size=1, max_size=3).map(tuple)
moves = st.one_of(
    st.builds(chess.Move, squares, squares, st.none() | st.sampled_from(chess.PIECE_TYPES)).map(chess.Move.uci),
    st.sampled_from(["e2e4", "d2d4", "e7e5", "g1f3", "e1g1", "e1h1", "0000", "no move", ""]),
)
FENS = [
    chess.STARTING_FEN,
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "4k3/4P3/8/8/8/8/8/4K3 b - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k2R/8/8/8/8/8/8/4K3 w - - 0 1",
    "nonsense",
]
LETTERS = st.sampled_from(["N", "q", "k", "nothing"])
GIVEN: dict[str, st.SearchStrategy[Any]] = {
    "by": st.just("arbiter"),
    "why": st.just("because"),
    "ply": plies,
    "move": moves,
    "moves": st.lists(st.sampled_from(["Nf3", "e4", "e5", "O-O", "nonsense"]), min_size=1, max_size=3).map(tuple),
    "piece": st.sampled_from(chess.PIECE_TYPES),
    "turn": st.none() | st.booleans(),
    "castling": st.none() | st.sampled_from(["-", "KQkq", "HAha", "rubbish"]),
    "fen": st.sampled_from(FENS),
    "square": squares,
    "squares": some_squares,
    "result": st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", "2-0"]),
    "alert": st.integers(1, 9).map(lambda number: f"1-{number}"),
    "false_alarm": st.none() | st.booleans(),
    "decision": st.just("settled"),
}


def _built(kind: type[Correction]) -> st.SearchStrategy[Correction]:
    given = GIVEN | ({"piece": LETTERS} if kind is corrections.Identify else {})
    return st.builds(kind, **{field: given[field] for field in kind.__dataclass_fields__})  # type: ignore[arg-type]


some_corrections: st.SearchStrategy[Correction] = st.one_of([_built(kind) for kind in get_args(corrections.Correction)])
