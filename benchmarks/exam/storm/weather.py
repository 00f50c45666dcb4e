"""A whole game in which something unusual happens again and again, put together by dice; and the truth about it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import chess

from benchmarks.exam.storm import disorder, faults, finales, gaps, knocks, odd_moves, taking_back, trifles
from benchmarks.exam.storm.chaos import chaos
from benchmarks.exam.storm.kinds import AT_THE_END, EVERY_KIND, FROM_THE_START, Kind, Upset
from benchmarks.exam.storm.stage import Stage, Steps
from benchmarks.exam.storm.stream import Stream
from benchmarks.exam.storm.truth import Truth
from benchmarks.table import Played
from drivers.hand import SLOPPY, Incident, Style, possible
from drivers.hand.act import Step
from drivers.hand.mishaps import mishap
from drivers.hand.moves import Hand
from drivers.reports import Press

PLIES_A_GAME = 40
PLIES_BETWEEN = 4  # half-moves played calmly between two upsets, in the middle
CALM_AT_THE_END = 6
HURRIED = replace(SLOPPY, name="hurried", pace=0.3, habits=(), ghosts=0.0)

TRICKS: Mapping[Upset, Callable[[Stage], bool]] = {
    Upset.TAKEBACK_OTHER: taking_back.takeback_other,
    Upset.TAKEBACK_SAME: taking_back.takeback_same,
    Upset.TAKEBACK_TWO: taking_back.takeback_two,
    Upset.TAKEBACK_IN_PAUSE: taking_back.takeback_in_pause,
    Upset.ONE_OF_EACH: knocks.one_of_each,
    Upset.LONG_KNOCK: knocks.long_knock,
    **gaps.GAPS,
    **disorder.DISORDER,
    **odd_moves.ODD_MOVES,
    **faults.FAULTS,
    **finales.FINALES,
}
"""Upsets that play half-moves themselves; False when they cannot happen now."""

INTERJECTIONS: Mapping[Upset, Callable[[Stage], Steps]] = {**knocks.INTERJECTIONS, **trifles.INTERJECTIONS}
"""Upsets that may come in the middle of a move and are undone; no steps when they cannot happen now."""

STARTS = (
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/2pP1pP1/2Pp1Pp1/8/1p4p1/R3K2R w KQkq - 0 1",
    "1n2k1n1/PPP3PP/8/8/8/8/ppp3pp/1N2K1N1 w - - 0 1",
    "r3k2r/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/R3K2R w KQkq - 0 1",
    "rn2k2r/p1Pq2pp/8/3b4/3B4/8/P1pQ2PP/RN2K2R w KQkq - 0 1",
)
"""Positions full of castling, promotion and capture; no game is known from them, so the moves are the dice's."""

RARE: tuple[Kind, ...] = (
    Upset.CASTLE_ROOK_IN_HAND,
    Upset.CASTLE_ROOK_WRONG,
    Upset.KING_BACK_THEN_CASTLES,
    Upset.ROOK_ADJUSTED_THEN_CASTLES,
    Upset.PROMOTION_CHANGED,
    Upset.UNDERPROMOTION,
    Upset.QUEEN_UNKNOWN,
    Incident.ROOK_FIRST,
    Incident.CASTLING_INCOMPLETE,
    Incident.ILLEGAL_CASTLING,
    Incident.TWO_HANDED_CASTLING,
    Incident.EN_PASSANT_INCOMPLETE,
    Incident.PROMOTION_MISSING,
    Incident.PROMOTION_PIECE_MISSING,
)
"""What is seldom possible, and taken when it is."""


@dataclass(frozen=True, slots=True)
class Storm:
    """A game as a stream, and the truth about it."""

    stream: Stream
    truth: Truth


def storm(played: Played, style: Style, rng: random.Random, *, safety: bool = False) -> Storm:
    """Let things happen. `safety`: at the end hands do whatever they like, and nothing heals."""
    stage = Stage(played.start, played.moves, style, rng)
    if rng.random() < 0.25:
        TRICKS[rng.choice(FROM_THE_START)](stage)
    length = rng.randint(PLIES_A_GAME // 2, PLIES_A_GAME)
    while stage.ply <= length and not stage.ends():
        if rng.random() * PLIES_BETWEEN < 1:
            something(stage, rng)
        else:
            _plainly(stage, rng)
    stage.hand = Hand(style, rng)
    stage.truth.healed = stage.now
    for _ in range(CALM_AT_THE_END):
        stage.half_move()
    if safety:
        chaos(stage)
    elif rng.random() < 0.3:
        TRICKS[rng.choice(AT_THE_END)](stage)
    return Storm(stage.stream, stage.truth)


def scripted(played: Played, kinds: Sequence[Kind], style: Style, rng: random.Random) -> Storm:
    """Let these things happen, each as soon as it can, with two calm half-moves before it and six at the end.

    Raises ValueError when one of them never can.
    """
    stage = Stage(played.start, played.moves, style, rng)
    for kind in kinds:
        for _ in range(PLIES_A_GAME):
            if kind in FROM_THE_START or kind in AT_THE_END:
                break
            stage.half_move()
            if stage.ply > 2 and lets_happen(stage, kind):
                break
        else:
            raise ValueError(f"{kind.name} cannot happen in {played.name}")
        if isinstance(kind, Upset) and kind in FROM_THE_START + AT_THE_END:
            TRICKS[kind](stage)
    stage.truth.healed = stage.now
    if not set(kinds) & set(AT_THE_END):
        for _ in range(CALM_AT_THE_END):
            stage.half_move()
    return Storm(stage.stream, stage.truth)


def wild_games() -> Iterator[Played]:
    """Games without a course, from positions in which the rare is near."""
    for number, fen in enumerate(STARTS, 1):
        yield Played(f"wild {number}", chess.Board(fen), ())


def something(stage: Stage, rng: random.Random) -> Kind | None:
    """The first of all kinds, in an order by dice, that can happen now."""
    left = [kind for kind in EVERY_KIND if kind not in FROM_THE_START + AT_THE_END]
    order: list[Kind] = rng.sample(left, len(left))
    if rng.random() < 0.5:
        order = [*rng.sample(RARE, len(RARE)), *order]
    stage.hand = Hand(HURRIED if rng.random() < 0.2 else stage.hand.style, rng)
    return next((kind for kind in order if lets_happen(stage, kind)), None)


def lets_happen(stage: Stage, kind: Kind) -> bool:
    """Let this happen now. False when it cannot."""
    coming = stage.next_move()
    if coming is None or coming.from_square in stage.dead:
        return False
    if isinstance(kind, Incident):
        return _incident(stage, kind)
    if kind in INTERJECTIONS:
        return _interjection(stage, kind)
    return TRICKS[kind](stage)


def context(stage: Stage, move: chess.Move) -> str:
    """What kind of moment this is."""
    if stage.gap is not None:
        return "gap"
    if stage.board.is_castling(move):
        return "castling"
    if move.promotion:
        return "promotion"
    if stage.board.is_capture(move):
        return "capture"
    return "time trouble" if stage.hand.style is HURRIED else "plain"


def _interjection(stage: Stage, kind: Upset) -> bool:
    """It happens while the next move is under way, or before it."""
    rare = stage.any_move(lambda each: bool(each.promotion) or stage.board.is_castling(each))
    if rare is not None and stage.rng.random() < 0.5:
        stage.on_course([rare])
    move = stage.next_move()
    if move is None or not (steps := INTERJECTIONS[kind](stage)):
        return False
    inside, mover = context(stage, move), stage.board.turn
    if stage.rng.random() < 0.3:
        stage.think()
        begin = stage.now
        stage.do(steps)
        stage.half_move(move)
    else:
        begin = stage.now
        stage.half_move(move, splice=steps)
    stage.note(kind, begin, mover, inside)
    return True


def _fitting(stage: Stage, incident: Incident) -> chess.Move | None:
    """The move to come, or another one, at which the incident can happen."""
    coming = stage.next_move()
    if coming is None or possible(incident, stage.board, coming):
        return coming
    return stage.any_move(lambda move: possible(incident, stage.board, move))


def _incident(stage: Stage, incident: Incident) -> bool:
    move = _fitting(stage, incident)
    if move is None:
        return False
    mover, begin, inside = stage.board.turn, stage.now, context(stage, move)
    if incident is Incident.LATE_PRESS:
        stage.half_move(press=False)
        stage.half_move(press=False)
        stage.press(mover, stage.takes(0.05, 0.25))
        stage.press(not mover)
    else:
        if stage.running is not mover and incident is not Incident.BUMP:
            return False
        steps = mishap(incident, stage.board, move, stage.hand)
        if stage.unseen(steps):
            return False
        stage.think()
        started = stage.now
        stage.do(steps)
        stage.count(move, started)
        stage.press(mover)
    stage.note(incident, begin, mover, inside)
    return True


def _plainly(stage: Stage, rng: random.Random) -> None:
    """One half-move, or in time trouble two of which the second begins before the press."""
    mover = stage.board.turn
    if stage.hand.style is HURRIED and stage.running is mover and rng.random() < 0.3:
        stage.half_move(press=False)
        stage.now += rng.uniform(0.02, 0.3)
        stage.half_move(splice=[Step(rng.uniform(0.02, 0.1), Press(mover))], think=False)
        return
    stage.half_move()
