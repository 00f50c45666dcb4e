"""The state of a game: one frozen value, from which everything that is told to anybody is derived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess

from bridge.laws import EDITIONS, Edition
from bridge.laws.draws import DRAW_RULES
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import derived_from, frozen, replace
from bridge.rules.correcting.corrections import Ruling
from bridge.rules.endings.draws import History, drawn_by_itself, history_of, worth_a_look
from bridge.rules.endings.king_signal import kings_away
from bridge.rules.endings.on_the_board import ended_by
from bridge.rules.irregularities.proposals import Incident
from bridge.rules.notices import ClockShown, Played, ResultSeen, Stage
from bridge.rules.position import Position
from bridge.rules.recognition.guesses import other_lines
from bridge.rules.recognition.presses import NOTHING_PRESSED, Assigned, Pressed, assign, replied_at
from bridge.rules.recognition.reading import DOES_NOT_FIT, ENEMY_PIECE_GONE, Reading, misfit
from bridge.rules.recognition.sensors import NEVER, SensorLog
from bridge.rules.setup import Setup
from drivers.placement import Placement, Sensing, seen_by

if TYPE_CHECKING:  # What goes on beyond a result is a game.
    from bridge.rules.endings.beyond import Beyond

_MADE, _TENTATIVE, _IDENTITY = (
    Stage.MADE,
    Stage.TENTATIVE,
    Sensing.IDENTITY,
)  # looking up a member of an enum takes 0.2 µs in Python 3.11


@frozen()
class Stood:
    """What stood on the board, in all squares, at `at` (seconds), and how many presses of the clock were open then."""

    placement: Placement
    at: float
    presses: int


@dataclass(frozen=True)
class Game:
    """A game and all that is known about it. Without slots, so that `copying.replace` can be fast.

    What was played: `record` holds the completed moves; `readings` the open readings, the first of them the root,
    which is the position after `record`; `published` is the reading that is shown; `made` are the readings of its line
    that count as made, and `settle_at` says when its last move will. `completed_at`: when the root's move was;
    up to `certain_ply` they stood when the clock was pressed for them.

    The clock: `clock` is what it showed at `clock_at`, None while that is not known; `presses` completed nothing yet;
    `unpressed` are the sides whose last completed move has not been pressed for; `pressed_at` and `pressed_by` tell of
    the first press since a square changed (or the last one before), `last_pressed`: when Black and White did so last;
    `lever_at`: when the lever last moved, bounces included; `paused`: it was stopped for both sides.

    The e-board: `log` is what it showed; `linked` whether it is heard, and `linked_at` since when; `gap`: something may
    have happened unseen, and no reading explains the board yet; `heard`: what stood when it was heard again;
    `stood`: what stood unexplained when the hands were still, the latest first;
    `dumps_asked`: how often a dump was asked for since a square changed, and `dump_asked_at`: when last.
    `looked_back_at`: when the last positions were looked through for one from which legal play leads to what stands.

    For the arbiter: `alerts` are open, `alert_count` were raised; `incidents` are the presses that made a move illegal,
    also when their alerts are closed; `result` is what the board shows. `number` is that of the game on this board, 1
    for the first; `next` waits to begin because the start position stands again; `beyond` is what is played on although
    there is a result. `ruling` is the arbiter's last
    correction; `restoring`: he waits for the board to be put as the published position says.
    """

    setup: Setup
    log: SensorLog
    readings: tuple[Reading, ...]
    published: Reading
    record: tuple[Played, ...] = ()
    made: frozenset[Reading] = frozenset()
    settle_at: float | None = None
    presses: tuple[Pressed, ...] = ()
    unpressed: frozenset[chess.Color] = frozenset()
    clock: ClockShown | None = None
    clock_at: float = NEVER
    alerts: tuple[Alert, ...] = ()
    alert_count: int = 0
    incidents: tuple[Incident, ...] = ()
    result: ResultSeen | None = None
    linked: bool = True
    gap: bool = True
    paused: bool = False
    dumps_asked: int = 0
    dump_asked_at: float = NEVER
    completed_at: float = NEVER
    pressed_at: float = NEVER
    pressed_by: chess.Color | None = None
    last_pressed: tuple[float, float] = (NEVER, NEVER)
    lever_at: float = NEVER
    linked_at: float = NEVER
    heard: Stood | None = None
    stood: tuple[Stood, ...] = ()
    certain_ply: int = 0
    looked_back_at: float = NEVER
    number: int = 1
    next: Game | None = None
    beyond: Beyond | None = None
    ruling: Ruling | None = None
    restoring: bool = False

    @property
    def root(self) -> Reading:
        """The last certain reading."""
        return self.readings[0]

    @property
    def resumed(self) -> bool:
        """Whether the e-board was lost in the middle of the game and is heard again, so that moves may be missing."""
        start = self.root
        while start.parent is not None:
            start = start.parent
        return self.linked_at > start.born

    @property
    def gap_open(self) -> bool:
        """Whether it has not been looked for yet what was played while the e-board was not heard."""
        heard = self.heard
        if heard is None or not self.gap or self.setup.sensing is Sensing.OCCUPANCY:
            return False
        return self.looked_back_at < heard.at and self.resumed

    @derived_from("published", "log")
    def agrees(self) -> bool:
        """Whether the board shows exactly the published position."""
        return self.published.placement == self.log.placement

    @derived_from("alerts", "gap", "linked", "next", "paused", "restoring", "result", "setup")
    def calm(self) -> bool:
        """Whether nobody needs attention, every square is known, and the edition leaves touches to be judged later."""
        busy = self.alerts or self.gap or self.next or self.paused or self.restoring or self.result
        plainly_seen = self.linked and self.setup.sensing is Sensing.IDENTITY
        return plainly_seen and not busy and not self.edition.reviews_touch_put_back

    @derived_from("published", "log")
    def misfit(self) -> float:
        """How badly the published reading agrees with what the sensors show."""
        return misfit(self.published, self.log.placement)

    @property
    def explained(self) -> bool:
        """Whether the board shows the published position, but for pieces that hands may hold."""
        return self.agrees or self.misfit < DOES_NOT_FIT

    @property
    def kings_away(self) -> bool:
        """Whether both kings are off their squares, on an e-board that takes what is put down then for a move."""
        unknown = self.setup.sensing is not _IDENTITY
        return unknown and not self.agrees and kings_away(self.position, self.log.placement)

    @derived_from("published", "log", "gap", "presses", "pressed_at")
    def undisturbed(self) -> bool:
        """Whether all is well: nothing differs but, while no press is open, what the player to move may hold."""
        if self.agrees:
            return not self.gap
        if self.gap or self.presses or self.pressed_at >= self.log.changed_at or self.kings_away:
            return False
        return DOES_NOT_FIT > self.misfit != ENEMY_PIECE_GONE

    @derived_from("published", "readings")
    def open_line(self) -> tuple[Reading, ...]:
        """The published readings after the root, in order of play."""
        return tuple(self.published.line(self.root)) if self.published is not self.root else ()

    @derived_from("presses", "published", "readings", "unpressed")
    def assigned(self) -> Assigned:
        """Which presses completed which moves of the published line."""
        if not self.presses:
            return NOTHING_PRESSED
        line = self.open_line
        return assign(self.presses, line, self.unpressed, replied_at(self.root, line), self.tolerance)

    @derived_from("published")
    def history(self) -> History | None:
        """The positions of the game up to the published one; None when they give no ground for a draw.

        Which positions came before follows from `published`: no other line leads to it.
        """
        start = self.setup.start
        return history_of(start, self.moves) if worth_a_look(start, self.record, self.published.position) else None

    @derived_from("published")
    def ending(self) -> ResultSeen | None:
        """How the published position, or the moves that led to it, end the game, if they do; a guess never ends it."""
        ended = ended_by(self.published.position)
        if ended is not None:
            return ended if _surely(ended, self.published, self.setup.sensing) else None
        return drawn_by_itself(self.history, DRAW_RULES[self.setup.edition])

    @derived_from("presses", "published", "readings", "unpressed")
    def question(self) -> Pressed | None:
        """The first press that no move explains."""
        left = self.assigned.left if self.presses else ()
        return left[0] if left else None

    @derived_from("published", "readings", "made")
    def open_moves(self) -> tuple[Played, ...]:
        """The moves of the published line that are not completed yet."""
        if self.published is self.root:
            return ()
        return tuple([played_of(reading, _MADE if reading in self.made else _TENTATIVE) for reading in self.open_line])

    @property
    def moves(self) -> tuple[Played, ...]:
        """The moves of the game: completed, then made, then tentative."""
        return self.record + self.open_moves

    @property
    def position(self) -> Position:
        """The position after all moves, tentative ones too."""
        return self.published.position

    @property
    def placement(self) -> Placement:
        """What the sensors show."""
        return self.log.standing

    def seconds_left(self, color: chess.Color, now: float) -> float | None:
        """What the clock shows for this side at `now`, if nobody has touched it; None while that is not known."""
        if self.clock is None:
            return None
        told = self.clock.white if color else self.clock.black
        return max(0.0, told - (now - self.clock_at)) if self.clock.running == color else told

    @property
    def edition(self) -> Edition:
        """The edition of the Laws that the game is played under."""
        return EDITIONS[self.setup.edition]

    @property
    def tolerance(self) -> float:
        """Changes closer than this, in seconds, have no order."""
        return self.setup.scan_period


def _surely(ended: ResultSeen, last: Reading, sensing: Sensing) -> bool:
    """Whether the game has ended so whatever the pawns became, and the captures were, that nobody could see."""
    return all(ended_by(other.position) == ended for other in other_lines(last, sensing))


def played_of(reading: Reading, stage: Stage, clock: float | None = None) -> Played:
    """A reading's last move as it stands in the record."""
    if reading.parent is None or reading.move is None:
        raise ValueError("the root of the readings has no move")
    return Played(
        reading.ply,
        reading.move,
        reading.parent.position,
        reading.position,
        reading.born,
        stage,
        reading.illegal,
        reading.seen,
        clock,
        reading.guess,
    )


def fresh_game(setup: Setup, log: SensorLog, now: float, number: int = 1) -> Game:
    """A game before its first move, on a board that shows what `log` says."""
    root = Reading(None, None, setup.start, seen_by(setup.sensing, setup.start.placement), 0, now)
    return Game(setup, log, (root,), root, number=number)


def alert_id(game: Game) -> str:
    """The id of the next alert, unique among all games of the board."""
    return f"{game.number}-{game.alert_count + 1}"


def with_alert(game: Game, alert: Alert) -> Game:
    """The game with one more open alert, whose id is `alert_id(game)`."""
    return replace(game, alerts=(*game.alerts, alert), alert_count=game.alert_count + 1)


def without_alerts(game: Game, *kinds: AlertKind) -> Game:
    """The game with the alerts of these kinds closed."""
    kept = tuple(alert for alert in game.alerts if alert.kind not in kinds)
    return game if len(kept) == len(game.alerts) else replace(game, alerts=kept)


OUT_OF_SYNC = frozenset({AlertKind.OUT_OF_SYNC, AlertKind.WRONG_START_POSITION, AlertKind.BOARD_REVERSED})


def out_of_sync(game: Game) -> bool:
    """Whether the board and the record are known to be apart, so that a press means nothing."""
    return any(alert.kind in OUT_OF_SYNC for alert in game.alerts)


def has_alert(game: Game, kind: AlertKind) -> bool:
    """Whether an alert of this kind is open."""
    return any(alert.kind is kind for alert in game.alerts)
