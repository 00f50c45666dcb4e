"""A board while a game is played on it: what stands, what counts, whose time runs, and all that was done so far."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import chess

from benchmarks.exam.storm.kinds import Kind
from benchmarks.exam.storm.stream import Stream
from benchmarks.exam.storm.truth import Happened, TruePly, Truth
from bridge.rules.inputs import Input
from drivers.hand import Style
from drivers.hand.act import Act, Step, lift, put
from drivers.hand.moves import Hand, castling_squares, en_passant_victim, steps_of
from drivers.hand.style import Between
from drivers.placement import Code, Placement, code_at, code_of, placement_of, with_code
from drivers.reports import ClockPaused, ClockResumed, LinkDown, LinkUp, Press, SquaresChanged

ARBITER_COMES = Between(3.0, 5.0)
ARBITER_SPEAKS = Between(0.5, 1.5)
BEFORE_REPLY = Between(1.0, 3.0)  # seconds of thought in a storm; long ones add nothing but waiting

Steps = list[Step]


class Stage:
    """The board of one game under way. Its moves are those of `course` while they can be played, then others."""

    def __init__(self, start: chess.Board, course: Sequence[chess.Move], style: Style, rng: random.Random) -> None:
        self.board = start.copy(stack=False)
        self.standing: Placement = placement_of(start)
        self.stream = Stream(start.copy(stack=False))
        self.truth = Truth()
        self.hand = Hand(style, rng)
        self.rng = rng
        self.now = 1.0
        self.running: chess.Color | None = start.turn
        self.clock_dead = False
        self.gap: int | None = None
        self.gaps = 0
        self.avoid: set[chess.Square] = set()
        self._course = list(course)

    @property
    def ply(self) -> int:
        """The number of the next half-move."""
        return len(self.truth.plies) + 1

    def takes(self, low: float, high: float) -> float:
        """A time within the span."""
        return self.rng.uniform(low, high)

    def next_move(self) -> chess.Move | None:
        """What will be played: the course's move, or another one when that cannot be; None when nothing can."""
        if self._course and self.board.is_legal(self._course[0]) and self._fits(self._course[0]):
            return self._course[0]
        chosen = self.any_move(lambda _: True)
        self._course = [] if chosen is None else [chosen]
        return chosen

    def any_move(self, wanted: Callable[[chess.Move], bool]) -> chess.Move | None:
        """A legal move that ends no game and leaves alone what must not be touched; rare kinds are preferred."""
        board = self.board
        moves = [move for move in board.legal_moves if move.from_square not in self.dead]
        self.rng.shuffle(moves)
        if self.rng.random() < 0.6:
            moves.sort(key=lambda move: not (move.promotion or board.is_castling(move) or board.is_en_passant(move)))
        return next((move for move in moves if wanted(move) and self._fits(move) and self._goes_on(move)), None)

    def ends(self) -> bool:
        """Whether no further half-move should be played."""
        return self.next_move() is None

    def _fits(self, move: chess.Move) -> bool:
        touched = touched_by(self.board, move)
        unseen = self.dead & (touched - {move.from_square} if not self.board.is_castling(move) else touched)
        return self.avoid.isdisjoint(touched) and not unseen

    def _goes_on(self, move: chess.Move) -> bool:
        self.board.push(move)
        over = self.board.is_checkmate() or self.board.is_stalemate() or self.board.is_insufficient_material()
        over = over or self.board.halfmove_clock > 60
        self.board.pop()
        return not over

    @property
    def dead(self) -> set[chess.Square]:
        """The squares that read nothing. What happens there cannot fairly be asked, but a piece may leave them."""
        return self.stream.dead

    def unseen(self, steps: Steps) -> bool:
        """Whether some of the steps would not be seen."""
        return any(
            square in self.dead
            for step in steps
            if isinstance(step.does, SquaresChanged)
            for square, _ in step.does.changes
        )

    def code(self, square: chess.Square) -> Code:
        """What stands on a square now."""
        return code_at(self.standing, square)

    def do(self, steps: Iterable[Step], *, heard: bool = True) -> None:
        """Hands do these things, each its wait after the one before."""
        for step in steps:
            self.now += step.wait
            match step.does:
                case SquaresChanged(changes):
                    for square, code in changes:
                        self.standing = with_code(self.standing, square, code)
                case Press(color):
                    self.running = not color
                case ClockPaused():
                    self.running = None
                case ClockResumed(color):
                    self.running = color
            if not heard and not isinstance(step.does, SquaresChanged):
                self.stream.unheard.add(len(self.stream.acts))
            self.stream.acts.append(Act(self.now, step.does))

    def say(self, received: Input, wait: float = 0.0) -> None:
        """Something that no hand does."""
        self.now += wait
        self.stream.inputs.append((self.now, received))

    def press(self, color: chess.Color, wait: float | None = None) -> None:
        """A player presses, if the lever is up on that side."""
        if self.running is color:
            after = self.hand.takes(self.hand.style.press) if wait is None else wait
            self.do([Step(after, Press(color))], heard=not self.clock_dead)

    def think(self) -> None:
        """Time passes until the next touch."""
        self.now += self.hand.takes(BEFORE_REPLY) * self.hand.style.pace

    def half_move(
        self, move: chess.Move | None = None, *, splice: Steps | None = None, press: bool = True, think: bool = True
    ) -> chess.Move | None:
        """The next half-move, or this one; the splice is done somewhere between its first and its last touch."""
        chosen = self.next_move() if move is None else move
        if chosen is None:
            return None
        if think:
            self.think()
        started = self.now
        steps = steps_of(self.board, chosen, self.hand)
        if splice:
            cut = self.rng.randrange(1, len(steps)) if len(steps) > 1 else 1
            steps = [*steps[:cut], *splice, *steps[cut:]]
        self.do(steps)
        mover = self.board.turn
        self.count(chosen, started)
        if press:
            self.press(mover)
        return chosen

    def count(self, move: chess.Move, started: float, *, illegal: bool = False) -> None:
        """The move stands."""
        if self._course and self._course[0] == move and not illegal:
            self._course.pop(0)
        else:
            self._course.clear()
        before = self.board.copy(stack=False)
        self.truth.plies.append(TruePly(move, before, started, self.now, illegal, self.gap))
        self.board.push(move)

    def keep_course(self) -> list[chess.Move]:
        """The moves still to come, to be put back by `on_course` when what was played in between does not count."""
        return list(self._course)

    def on_course(self, moves: list[chess.Move]) -> None:
        """These moves are to come."""
        self._course = list(moves)

    def carry(self, origin: chess.Square, target: chess.Square, wait: float = 0.0) -> None:
        """A piece is carried to another square, whatever the rules say."""
        code = self.code(origin)
        self.do([lift(wait, origin), put(self.hand.takes(self.hand.style.carry), target, code)])

    def note(self, kind: Kind, begin: float, color: chess.Color | None = None, inside: str = "") -> None:
        """This happened, and is over now."""
        self.truth.happened.append(Happened(kind, begin, self.now, self.ply, color, inside))

    def lose_line(self, wait: float = 0.2) -> None:
        """The cable is out; half-moves that follow are in a gap."""
        self.gaps += 1
        self.gap = self.gaps
        self.say(LinkDown("the cable is out"), wait)

    def find_line(self, wait: float = 0.5) -> None:
        """The cable is in again."""
        self.say(LinkUp(), wait)
        self.gap = None

    def free_squares(self) -> list[chess.Square]:
        """Empty squares that can be seen."""
        return [square for square in chess.SquareSet(chess.BB_ALL & ~self.board.occupied) if square not in self.dead]

    def pieces(self, color: chess.Color | None = None, *, kings: bool = False) -> list[chess.Square]:
        """Where pieces stand that nobody minds."""
        squares = self.board.occupied if color is None else self.board.occupied_co[color]
        squares &= chess.BB_ALL if kings else ~self.board.kings
        return [square for square in chess.SquareSet(squares) if square not in self.avoid | self.dead]


def touched_by(board: chess.Board, move: chess.Move) -> set[chess.Square]:
    """The squares that a move changes, and those that it crosses."""
    squares = {move.from_square, move.to_square, *chess.SquareSet(chess.between(move.from_square, move.to_square))}
    if board.is_castling(move):
        squares.update(castling_squares(board, move))
    if board.is_en_passant(move):
        squares.add(en_passant_victim(move))
    return squares


def undoing(board: chess.Board, move: chess.Move, hand: Hand) -> Steps:
    """How a plain move is taken back: the mover goes home, then what it took returns."""
    if board.is_castling(move) or move.promotion or board.is_en_passant(move):
        raise ValueError("only plain moves are taken back here")
    mover, victim = code_of(board.piece_at(move.from_square)), board.piece_at(move.to_square)
    home = [lift(0, move.to_square), put(hand.takes(hand.style.carry), move.from_square, mover)]
    back = [put(hand.takes(hand.style.pause), move.to_square, code_of(victim))] if victim else []
    return [*home, *back]


def is_plain(board: chess.Board, move: chess.Move) -> bool:
    """Whether the move is one that `undoing` takes back."""
    return not (board.is_castling(move) or move.promotion or board.is_en_passant(move))
