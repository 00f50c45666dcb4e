"""Games in which everything happens that arbiters are called for, and arbiters who know what they are talking about."""

from __future__ import annotations

from collections.abc import Callable

import chess
from hypothesis import strategies as st

from bridge.rules.correcting.corrections import (
    AcceptPosition,
    Accident,
    AcknowledgeAlert,
    Adjusted,
    Adjusting,
    ChooseMove,
    ChoosePromotion,
    CloseAlert,
    Correction,
    IllegalStands,
    ReplaceMove,
    RestorePly,
    SetPosition,
    SetResult,
    Touched,
    TwoHands,
)
from bridge.rules.correcting.lines import reading_at
from bridge.rules.game import wake_at
from bridge.rules.inputs import TimePassed
from bridge.rules.state import Game
from drivers.placement import EMPTY, Sensing, code_at, difference, occupied, placement_of, seen_by, with_code
from drivers.reports import Press, SquaresChanged
from tests.bridge.rules.table import Table

SAID = ("arbiter", "because")
STARTS = [
    (chess.STARTING_FEN, False),
    ("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1", True),
    ("r3k2r/P2P2P1/8/2b2n2/3P4/8/p2p2p1/R3K2R w KQkq - 0 1", False),
]
WAKES = 150  # times that a game may wake by itself within 20 s
waits = st.sampled_from([0.1, 0.4, 1.0, 4.0, 20.0])


@st.composite
def disputed_tables(draw: st.DrawFn) -> Table:
    """A table at which up to 14 things have happened."""
    fen, chess960 = draw(st.sampled_from(STARTS))
    table = Table(fen, chess960=chess960, sensing=draw(st.sampled_from(Sensing)), deaf=draw(st.booleans()))
    for _ in range(draw(st.integers(1, 14))):
        happens = draw(st.sampled_from([_moves, _moves, _moves, _slips, _touches, _puts_right, _arbiter, _arbiter]))
        happens(draw, table)
        _wait(table, draw(waits))
    return table


def _wait(table: Table, seconds: float) -> None:
    """Let time pass; two presses may be judged at one moment, so `wake_at` may name it twice."""
    until = table.now + seconds
    for _ in range(WAKES):
        due = wake_at(table.game)
        if due is None or due > until:
            table.now = until
            return
        table.tell(TimePassed(), max(due, table.now))
    raise AssertionError(f"the game does not come to rest at {table.now}")


def sensible(draw: st.DrawFn, game: Game) -> Correction:
    """Something that an arbiter may well say now."""
    return draw(st.sampled_from(_KINDS))(draw, game)


def _moves(draw: st.DrawFn, table: Table) -> None:
    """A legal move, in any order, with or without a press."""
    before = table.game.position.board()
    moves = list(before.legal_moves)
    if not moves:
        return
    notable = [move for move in moves if move.promotion or before.is_capture(move)]
    moves = notable if notable and draw(st.booleans()) else moves
    after = before.copy(stack=False)
    after.push(draw(st.sampled_from(moves)))
    _show(draw, table, placement_of(before), placement_of(after))
    if draw(st.booleans()):
        table.tell(Press(before.turn), table.now + 0.3)


def _slips(draw: st.DrawFn, table: Table) -> None:
    """A piece goes to any square, and its player presses."""
    position = table.game.position
    origins = list(chess.scan_forward((position.white if position.turn else position.black) & occupied(table.standing)))
    if not origins:
        return
    origin, destination = draw(st.sampled_from(origins)), draw(st.sampled_from(chess.SQUARES))
    code = code_at(table.standing, origin)
    _change(table, origin, EMPTY)
    _change(table, destination, code)
    table.tell(Press(position.turn), table.now + 0.3)


def _touches(draw: st.DrawFn, table: Table) -> None:
    """A piece is lifted and put back."""
    squares = list(chess.scan_forward(occupied(table.standing)))
    square = draw(st.sampled_from(squares))
    code = code_at(table.standing, square)
    _change(table, square, EMPTY)
    _wait(table, draw(waits))
    _change(table, square, code)


def _puts_right(draw: st.DrawFn, table: Table) -> None:
    """Somebody puts the pieces as the game has them."""
    _show(draw, table, table.standing, table.game.position.placement)


def _arbiter(draw: st.DrawFn, table: Table) -> None:
    table.tell(sensible(draw, table.game), table.now + 0.1)


def _show(draw: st.DrawFn, table: Table, before: int, after: int) -> None:
    shown = seen_by(table.sensing, after)
    changed = list(chess.scan_forward(difference(seen_by(table.sensing, before), shown)))
    for square in draw(st.permutations(changed)):
        _change(table, square, code_at(shown, square))


def _change(table: Table, square: chess.Square, code: int) -> None:
    table.standing = with_code(table.standing, square, code)
    table.tell(SquaresChanged(((square, code),)), table.now + 0.2)


def _ply(draw: st.DrawFn, game: Game, least: int = 1) -> int:
    return draw(st.integers(least, max(least, len(game.moves))))


def _squares(draw: st.DrawFn, game: Game) -> tuple[chess.Square, ...]:
    known = {lift.square for lift in game.log.lifts} | {square for alert in game.alerts for square in alert.squares}
    return tuple(draw(st.lists(st.sampled_from(sorted(known) or [chess.E2]), min_size=1, max_size=3, unique=True)))


def _legal_at(draw: st.DrawFn, game: Game, ply: int) -> str:
    reading = reading_at(game, ply - 1)
    moves = [move.uci() for move in reading.position.board().legal_moves] if reading else []
    return draw(st.sampled_from(moves or ["e2e4"]))


def _replaced(draw: st.DrawFn, game: Game) -> Correction:
    ply = _ply(draw, game)
    return ReplaceMove(*SAID, ply, _legal_at(draw, game, ply))


def _chosen(draw: st.DrawFn, game: Game) -> Correction:
    choices = [(alert.ply, move) for alert in game.alerts for move in alert.permitted]
    ply, move = draw(st.sampled_from(choices or [(1, "e2e4")]))
    return ChooseMove(*SAID, ply, move)


def _promoted(draw: st.DrawFn, game: Game) -> Correction:
    plies = [played.ply for played in game.moves if played.move.promotion]
    return ChoosePromotion(*SAID, draw(st.sampled_from(plies or [1])), draw(st.sampled_from(chess.PIECE_TYPES)))


def _set(draw: st.DrawFn, game: Game) -> Correction:
    fens = [game.setup.start.fen, *(played.after.fen for played in game.moves)]
    return SetPosition(*SAID, draw(st.sampled_from(fens)))


def _touched(draw: st.DrawFn, game: Game) -> Correction:
    square = draw(st.sampled_from(list(chess.scan_forward(game.root.position.white | game.root.position.black))))
    return Touched(*SAID, square, draw(st.sampled_from([None, game.root.ply, game.root.ply + 1])))


def _alert(draw: st.DrawFn, game: Game) -> str:
    return draw(st.sampled_from([alert.id for alert in game.alerts] or ["1-1"]))


_KINDS: list[Callable[[st.DrawFn, Game], Correction]] = [
    lambda draw, game: RestorePly(*SAID, _ply(draw, game, 0)),
    _replaced,
    _chosen,
    _promoted,
    lambda draw, _: AcceptPosition(*SAID, draw(st.none() | st.booleans()), draw(st.sampled_from([None, "-"]))),
    _set,
    lambda _, __: IllegalStands(*SAID),
    _touched,
    lambda draw, game: Adjusting(*SAID, _squares(draw, game)),
    lambda draw, game: Adjusted(*SAID, _squares(draw, game)),
    lambda draw, game: Accident(*SAID, _squares(draw, game)),
    lambda draw, game: TwoHands(*SAID, draw(st.none() | st.just(game.root.ply))),
    lambda draw, _: SetResult(*SAID, draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", "*"]))),
    lambda draw, game: AcknowledgeAlert(*SAID, _alert(draw, game)),
    lambda draw, game: CloseAlert(*SAID, _alert(draw, game), "settled"),
]
