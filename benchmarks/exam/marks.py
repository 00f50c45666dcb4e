"""What is counted while a game is followed, and what it amounts to."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import chess

from benchmarks.exam.profiles import Profile
from benchmarks.exam.storm.kinds import Kind
from benchmarks.table import Followed, Played, follow
from benchmarks.wire import follow_bytes
from bridge.rules.alerts import AlertKind
from bridge.rules.correcting.questions import QUESTIONS
from bridge.rules.notices import AlertRaised, MoveSeen, MovesWithdrawn, Stage
from drivers.hand import SHOWN_BY_KINDS_ONLY, Incident, expected_alerts, play, possible, tolerated_alerts
from drivers.placement import Sensing

PLIES_BETWEEN_INCIDENTS = 12
WITH_CAUSE = frozenset({AlertKind.LINK_LOST, AlertKind.DRAW_CLAIM_POSSIBLE, AlertKind.AUTOMATIC_DRAW, *QUESTIONS})
"""Lost lines are lost, draws follow from the moves, and a question is asked only where the e-board shows too little."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played in one way."""

    played: Played
    profile: Profile
    seed: int
    as_bytes: bool = False


@dataclass(slots=True)
class Marks:
    """What was counted, over one game or many. `false`: alerts that nothing gave cause for. `delays`: seconds from the
    last sensor event of each move until it counted as made.

    Of storms also: `followed`, games whose record is right but for stretches marked as open; `silent`, seconds during
    which board and record differed and nobody was told; `heals` and `healed`, how often something was over, and how
    often the record was right again within one move; `accused`, alerts that name a player who did nothing; `broken`,
    findings against an invariant, in words; `situations`, what happened inside what.
    """

    games: int = 0
    perfect: int = 0
    plies: int = 0
    withdrawn: int = 0
    happened: Counter[Kind] = field(default_factory=Counter)
    told: Counter[Kind] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    followed: int = 0
    silent: float = 0.0
    heals: int = 0
    healed: int = 0
    accused: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    situations: Counter[tuple[Kind, str]] = field(default_factory=Counter)

    def add(self, other: Marks) -> None:
        """Add what was counted elsewhere."""
        self.games += other.games
        self.perfect += other.perfect
        self.plies += other.plies
        self.withdrawn += other.withdrawn
        self.happened += other.happened
        self.told += other.told
        self.false += other.false
        self.wrong += other.wrong
        self.delays += other.delays
        self.followed += other.followed
        self.silent += other.silent
        self.heals += other.heals
        self.healed += other.healed
        self.accused += other.accused
        self.broken += other.broken
        self.situations += other.situations

    @property
    def share_perfect(self) -> float:
        """The share of games recorded move for move."""
        return self.perfect / self.games

    @property
    def share_followed(self) -> float:
        """The share of games whose record is right but for stretches marked as open."""
        return self.followed / self.games

    @property
    def share_healed(self) -> float:
        """The share of upsets after which the record was right again within one move."""
        return self.healed / max(self.heals, 1)

    @property
    def false_alerts(self) -> float:
        """Alerts without a cause, per 1,000 half-moves."""
        return 1000 * self.false.total() / self.plies

    @property
    def withdrawn_moves(self) -> float:
        """Moves withdrawn after they counted as made, per 1,000 half-moves."""
        return 1000 * self.withdrawn / self.plies

    @property
    def recall(self) -> float:
        """The share of the incidents that were told as what they were."""
        return self.told.total() / max(self.happened.total(), 1)

    @property
    def precision(self) -> float:
        """The share of the alerts that had a cause."""
        return self.told.total() / max(self.told.total() + self.false.total(), 1)

    @property
    def made_after(self) -> float:
        """Seconds until a move counted as made, in the middle of all."""
        return statistics.median(self.delays) if self.delays else 0.0


def examine(task: Task) -> Marks:
    """Play the game and mark how it was followed."""
    played, profile = task.played, task.profile
    seed = f"{played.name} {profile.name} {task.seed}"
    rng = random.Random(seed)
    incidents = _incidents(played, rng) if profile.incidents else {}
    acts = play(played.start, played.moves, profile.style, rng, incidents)
    if task.as_bytes:
        followed = follow_bytes(played.start, acts, profile.sight.scan)
    else:
        followed = follow(played.start, acts, profile.sight, seed, profile.patience)
    return marked(task, followed, incidents)


def marked(task: Task, followed: Followed, incidents: Mapping[int, Incident]) -> Marks:
    """The marks of one game that was followed, in which `incidents` happened at their half-moves."""
    marks = Marks(games=1, plies=len(task.played.moves), withdrawn=made_and_withdrawn(followed))
    difference = _first_difference(task, followed)
    if difference is None:
        marks.perfect = 1
    else:
        marks.wrong.append(f"{task.played.name} (seed {task.seed}) {difference}")
    marks.delays += _delays(followed)
    unseen = frozenset() if task.profile.sight.sensing is Sensing.IDENTITY else SHOWN_BY_KINDS_ONLY
    _mark_alerts(marks, followed, incidents, unseen)
    return marks


def _incidents(played: Played, rng: random.Random) -> dict[int, Incident]:
    """Something out of the ordinary at a half-move now and then, wherever it is possible."""
    board, chosen = played.start.copy(), {}
    for ply, move in enumerate(played.moves, 1):
        if rng.random() * PLIES_BETWEEN_INCIDENTS < 1:
            can_happen = [incident for incident in Incident if possible(incident, board, move)]
            if can_happen:
                chosen[ply] = rng.choice(can_happen)
        board.push(move)
    return chosen


def made_and_withdrawn(followed: Followed) -> int:
    """How many moves were withdrawn after they had counted as made."""
    return sum(
        each.stage is not Stage.TENTATIVE
        for _, told in followed.notices
        if isinstance(told, MovesWithdrawn)
        for each in told.withdrawn
    )


def _delays(followed: Followed) -> list[float]:
    """Seconds from the last sensor event of each move of the final record until it counted as made."""
    final = {(played.ply, played.at) for played in followed.game.moves}
    made: dict[tuple[int, float], float] = {}
    for at, told in followed.notices:
        if isinstance(told, MoveSeen) and told.played.stage is not Stage.TENTATIVE:
            made.setdefault((told.played.ply, told.played.at), at)
    return [at - key[1] for key, at in made.items() if key in final]


def _first_difference(task: Task, followed: Followed) -> str | None:
    """Where the record differs from the game first. Which piece a pawn became is no matter where nothing shows it."""
    recorded, wanted = [each.move for each in followed.game.moves], task.played.moves
    blind = task.profile.sight.sensing is not Sensing.IDENTITY
    for ply in range(max(len(recorded), len(wanted))):
        got, move = recorded[ply : ply + 1], list(wanted[ply : ply + 1])
        if [_plain(each, blind) for each in got] != [_plain(each, blind) for each in move]:
            at = f" at {followed.game.moves[ply].at:.1f} s" if got else ""
            return f"half-move {ply + 1}: {_text(recorded[ply:])} instead of {_text(wanted[ply:])}{at}"
    return None


def _plain(move: chess.Move, blind: bool) -> chess.Move:
    return chess.Move(move.from_square, move.to_square) if blind else move


def _text(moves: list[chess.Move] | tuple[chess.Move, ...]) -> str:
    return ", ".join(move.uci() for move in moves[:2]) or "nothing"


def _mark_alerts(
    marks: Marks, followed: Followed, incidents: Mapping[int, Incident], unseen: frozenset[Incident]
) -> None:
    """An alert belongs to an incident of its half-move, or of one beside it. `unseen`: what the e-board cannot show."""
    raised = [told.alert for _, told in followed.notices if isinstance(told, AlertRaised)]
    alerts = [alert for alert in raised if alert.kind not in WITH_CAUSE]
    for ply, incident in incidents.items():
        if incident not in unseen and (expected := expected_alerts(incident)):
            marks.happened[incident] += 1
            marks.told[incident] += any(alert.kind.value in expected and abs(alert.ply - ply) <= 1 for alert in alerts)
    for alert in alerts:
        near = [incidents[ply] for ply in range(alert.ply - 1, alert.ply + 2) if ply in incidents]
        if not any(alert.kind.value in expected_alerts(each) | tolerated_alerts(each) for each in near):
            marks.false[alert.kind.value] += 1
