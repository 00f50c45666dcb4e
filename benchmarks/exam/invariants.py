"""What must hold on every stream, whatever happens at the board, and is checked without knowing what did.

`Watch` hears every step of a game and measures three things:

* *no silence*: the seconds during which the record's position differs from what stands, no hand explains it, nothing
  changed for `STILL` seconds, the line is up, and no open alert names exactly those squares;
* *no stall*: for each time that the board is again what legal play leads to from one of the last positions at which
  record and board agreed, the half-moves until the record follows;
* *no false witness*: alerts of severity *act* that name no side or one that cannot have done it, and moves that
  became *made* while the line was lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import chess

from benchmarks.exam.in_hand import explained_by_a_hand
from bridge.rules.alerts import Alert, AlertKind, Severity
from bridge.rules.inputs import Input
from bridge.rules.notices import AlertRaised, MoveSeen, Notice, Stage
from bridge.rules.position import Position
from bridge.rules.recognition.successors import played as result_of
from bridge.rules.state import Game
from drivers.placement import (
    BLACK_BIT,
    Placement,
    Sensing,
    code_at,
    code_from_symbol,
    code_seen_by,
    difference,
    occupied,
    seen_by,
    with_code,
)
from drivers.reports import Dump, LinkDown, LinkUp, Press, SquaresChanged

STILL = 3.0
"""Seconds without a change after which an arbiter must know what is wrong."""
SETTLED = 0.7
"""Seconds without a change after which what stands is taken for a position."""
ANCHORS = 3
"""How many of the last positions at which record and board agreed are remembered."""
DOUBTS = frozenset({"identity_doubtful", "displaced_piece", "wrong_start_position", "promotion_choice_needed"})
OF_NO_SIDE = frozenset(
    {AlertKind.ILLEGAL_POSITION, AlertKind.WRONG_START_POSITION, AlertKind.AUTOMATIC_DRAW, AlertKind.KING_CAPTURED}
)
"""Alerts of severity *act* that tell of a position rather than of a deed."""


@dataclass(slots=True)
class Findings:
    """What was measured. `stalls`: half-moves until the record followed, for each time that it could again."""

    silent: float = 0.0
    silences: list[str] = field(default_factory=list)
    stalls: list[int] = field(default_factory=list)
    false: list[str] = field(default_factory=list)

    @property
    def kept(self) -> bool:
        """Whether nothing is broken."""
        return not self.silences and not self.false and all(plies <= 1 for plies in self.stalls)


class Watch:
    """Hears every step of one game."""

    def __init__(self) -> None:
        self.findings = Findings()
        self._game: Game | None = None
        self._at = 0.0
        self._changed = [float("-inf")] * 64
        self._changed_at = float("-inf")
        self._presses: list[tuple[float, chess.Color]] = []
        self._standing: Placement = 0
        self._down = False
        self._doubted = False
        self._silent_since: float | None = None
        self._shadow = _Shadow()

    def __call__(self, now: float, received: Input, game: Game, notices: Sequence[Notice]) -> None:
        """One step."""
        before = self._game
        if before is not None:
            self._between(before, now)
            self._settled(before, now)
        self._note(now, received, game)
        self._judge(now, notices)
        self._game, self._at = game, now

    def finish(self) -> Findings:
        """The stream is over."""
        if self._game is not None:
            self._settled(self._game, self._at + SETTLED)
            self.findings.stalls += self._shadow.finish()
        return self.findings

    def _note(self, now: float, received: Input, game: Game) -> None:
        if isinstance(received, LinkDown | LinkUp):
            self._down = isinstance(received, LinkDown)
            self._changed_at = max(self._changed_at, now)
        if isinstance(received, Press):
            self._presses.append((now, received.color))
        if isinstance(received, SquaresChanged | Dump):
            standing = game.placement
            if changed := difference(standing, self._standing):
                self._changed_at = now
                for square in chess.scan_forward(changed):
                    self._changed[square] = now
            self._standing = standing

    def _between(self, game: Game, now: float) -> None:
        """What was true from the last step until now."""
        if self._down or game.result is not None or game.next is not None:
            return
        if not game.moves and not self._presses:
            return  # The pieces are still being set up.
        begin = max(self._at, self._changed_at + STILL)
        if begin >= now or not (wrong := self._unexplained(game)):
            return
        self.findings.silent += now - begin
        squares = " ".join(chess.square_name(square) for square in chess.scan_forward(wrong))
        told = f"silent about {squares} since {begin:.1f} s"
        if not self.findings.silences or self._silent_since != self._changed_at:
            self.findings.silences.append(told)
        self._silent_since = self._changed_at

    def _unexplained(self, game: Game) -> chess.Bitboard:
        """The squares on which board and record differ, and no hand explains it."""
        position, standing, sensing = game.position, game.placement, game.setup.sensing
        shown = seen_by(sensing, position.placement)
        wrong = difference(shown, standing)
        if not wrong or self._named(game, wrong):
            return 0
        told = self._told(game, wrong)
        if self._doubted and sensing is Sensing.IDENTITY:
            told |= only_kinds(position, standing, wrong)
        for square in chess.scan_forward(told):
            standing = with_code(standing, square, code_at(shown, square))
        rest = wrong & ~told
        return rest if rest and not self._held(position, standing, rest, sensing) else 0

    def _held(self, position: Position, standing: Placement, rest: chess.Bitboard, sensing: Sensing) -> bool:
        """Whether a hand explains these squares: one act, begun since the player on the move last pressed."""
        since = min(self._changed[square] for square in chess.scan_forward(rest))
        later = [color for at, color in self._presses if at > since]
        may_hold = position.turn not in later and later.count(not position.turn) <= 1
        return may_hold and explained_by_a_hand(position, standing, rest, sensing)

    @staticmethod
    def _told(game: Game, wrong: chess.Bitboard) -> chess.Bitboard:
        """The squares that open alerts name, where none of them names one that is right."""
        every = int(chess.SquareSet(square for alert in game.alerts for square, _ in alert.restore))
        return every if not every & ~wrong else 0

    @staticmethod
    def _named(game: Game, wrong: chess.Bitboard) -> bool:
        """Whether an open alert names exactly these squares, or what finishes a move."""
        for alert in game.alerts:
            restore = int(chess.SquareSet(square for square, _ in alert.restore))
            if wrong in (restore, int(chess.SquareSet(alert.squares))) or _finishes(game, alert):
                return True
        return False

    def _judge(self, now: float, notices: Sequence[Notice]) -> None:
        for notice in notices:
            match notice:
                case AlertRaised(alert):
                    self._doubted |= alert.kind.value in DOUBTS
                    if fault := self._false_alert(alert, now):
                        self.findings.false.append(fault)
                case MoveSeen(played) if self._down and played.stage is not Stage.TENTATIVE:
                    self.findings.false.append(f"{played.move.uci()} made at {now:.1f} s while the line was lost")
                case _:
                    pass

    def _false_alert(self, alert: Alert, now: float) -> str:
        if alert.severity is not Severity.ACT or alert.kind in OF_NO_SIDE or alert.kind.value.startswith("flag"):
            return ""
        if alert.color is None:
            return f"{alert.kind.value} at {now:.1f} s accuses nobody"
        if not any(color is alert.color for _, color in self._presses[-4:]):
            return f"{alert.kind.value} at {now:.1f} s accuses a player who has not pressed"
        return ""

    def _settled(self, game: Game, now: float) -> None:
        if self._down or now - self._changed_at < SETTLED or game.result is not None:
            return
        self.findings.stalls += self._shadow.look(game, self._standing)


class _Shadow:
    """Positions that legal play from the last ones in which all agreed may have reached."""

    def __init__(self) -> None:
        self._anchors: list[Position] = []
        self._seen: Placement | None = None
        self._reached: list[Position] = []
        self._plies = 0
        self._apart = False
        self._never_right: chess.Bitboard | None = None

    def look(self, game: Game, standing: Placement) -> list[int]:
        """What stands has settled. Gives the half-moves of a stall that is over now."""
        sensing = game.setup.sensing
        if self._never_right is None:
            start = game.setup.start
            self._never_right = difference(seen_by(sensing, start.placement), standing)
            self._anchors = [start]
        if self._alike(game.position, standing, sensing):
            return self._together(game.position, standing)
        if standing == self._seen or not self._anchors:
            return []
        self._seen = standing
        onward = self._next(standing, sensing)
        if onward:
            self._plies += bool(self._reached)
            self._reached, self._apart = onward, True
        return []

    def finish(self) -> list[int]:
        """The stall that never ended, if there is one."""
        return [self._plies + 99] if self._apart and self._plies else []

    def _together(self, position: Position, standing: Placement) -> list[int]:
        over = [self._plies] if self._apart else []
        if not self._anchors or self._anchors[-1] != position:
            self._anchors = [*self._anchors[-ANCHORS + 1 :], position]
        self._seen, self._reached, self._plies, self._apart = standing, [], 0, False
        return over

    def _next(self, standing: Placement, sensing: Sensing) -> list[Position]:
        """The positions that look like what stands, as few half-moves on as possible, and at most two."""
        line = self._reached or self._anchors[::-1]
        for left in (2, 1, 0):
            if found := [each for each in line if self._alike(each, standing, sensing)]:
                return found[:8]
            line = [after for each in line if left for after in self._towards(each, standing, sensing, left)]
        return []

    @staticmethod
    def _towards(position: Position, standing: Placement, sensing: Sensing, left: int) -> Iterator[Position]:
        """The positions one move on, made with pieces that left their squares, if `left` moves can be enough."""
        wrong = difference(seen_by(sensing, position.placement), standing)
        if wrong.bit_count() <= 3 * left + 1:
            for move in position.board().generate_legal_moves(wrong):
                yield result_of(position, move, sensing)[1]

    def _alike(self, position: Position, standing: Placement, sensing: Sensing) -> bool:
        """Whether the position looks so, but for squares that were wrong from the start, and kinds of pieces."""
        wrong = difference(seen_by(sensing, position.placement), standing)
        if wrong and self._never_right:
            wrong &= ~self._never_right
        return not wrong or (sensing is Sensing.IDENTITY and not wrong & ~only_kinds(position, standing, wrong))


def _finishes(game: Game, alert: Alert) -> bool:
    """Whether what the alert wants put right makes a legal move of the record's position of what stands."""
    after = game.placement
    for square, symbol in alert.restore:
        after = with_code(after, square, code_seen_by(game.setup.sensing, code_from_symbol(symbol)))
    if after == game.placement:
        return False
    results = (result_of(game.position, move, game.setup.sensing) for move in game.position.board().legal_moves)
    return any(each[2] == after for each in results)


def only_kinds(position: Position, standing: Placement, wrong: chess.Bitboard) -> chess.Bitboard:
    """Of these squares the ones on which only the kind of the piece is another, or unknown."""
    squares = 0
    for square in chess.scan_forward(wrong & occupied(position.placement) & occupied(standing)):
        wanted, found = code_at(position.placement, square), code_at(standing, square)
        if found & 7 in (0, 7) or wanted & BLACK_BIT == found & BLACK_BIT:
            squares |= chess.BB_SQUARES[square]
    return squares
