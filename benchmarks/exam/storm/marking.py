"""How well a storm was followed: the record beside the truth, alerts beside what happened, and the invariants."""

from __future__ import annotations

import bisect
import random
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.exam.invariants import OF_NO_SIDE, Findings, Watch
from benchmarks.exam.marks import WITH_CAUSE, Marks, Task, made_and_withdrawn
from benchmarks.exam.profiles import FAMILY_SCANS, SCANS, Weather
from benchmarks.exam.storm.finales import FINALES
from benchmarks.exam.storm.kinds import EVERY_KIND, LASTING, UNSEEN, Kind, lore_of
from benchmarks.exam.storm.stream import follow_stream
from benchmarks.exam.storm.truth import Happened, Truth, compared
from benchmarks.exam.storm.weather import Storm, storm
from benchmarks.table import Followed, Sight
from bridge.rules.alerts import Alert, Severity
from bridge.rules.inputs import Input
from bridge.rules.notices import AlertRaised, Notice
from bridge.rules.state import Game
from drivers.hand import Incident
from drivers.placement import Placement, Sensing, placement_of, seen_by

BEFORE, AFTER = 1.0, 10.0
"""Seconds around what happened in which an alert is taken to be about it."""
GUILTY_BOTH = frozenset({Incident.KING_CAPTURED, Incident.SECOND_MOVE})


class Course:
    """The positions that the record showed, with their times."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.shown: list[Placement] = []

    def __call__(self, now: float, _received: Input, game: Game, _notices: Sequence[Notice]) -> None:
        """One step."""
        placement = game.position.placement
        if not self.shown or self.shown[-1] != placement:
            self.times.append(now)
            self.shown.append(placement)

    def at(self, moment: float) -> Placement:
        """What the record showed at a moment."""
        return self.shown[max(bisect.bisect_right(self.times, moment) - 1, 0)]


def sight_of(task: Task, rng: random.Random) -> Sight:
    """The e-board of this game: one with one of the scans that there are, known as its service knows it."""
    scan = rng.choice(SCANS)
    known = next(each for each in FAMILY_SCANS if each >= scan)
    return replace(task.profile.sight, scan=scan, known=known)


def examine_storm(task: Task) -> Marks:
    """Play the game in a storm and mark how it was followed."""
    profile, played = task.profile, task.played
    rng = random.Random(f"storm {played.name} {profile.name} {task.seed}")
    sight = sight_of(task, rng)
    return mark_storm(task, storm(played, profile.style, rng, safety=profile.weather is Weather.SAFETY), sight)


def mark_storm(task: Task, weather: Storm, sight: Sight) -> Marks:
    """Take a storm to the rules and mark how it was followed."""
    watch, course = Watch(), Course()

    def both(now: float, received: Input, game: Game, notices: Sequence[Notice]) -> None:
        watch(now, received, game, notices)
        course(now, received, game, notices)

    try:
        followed = follow_stream(weather.stream, sight, both, task.profile.patience)
    except Exception as error:
        return Marks(games=1, plies=len(weather.truth.plies), broken=[f"{_name(task)} {error!r}"])
    return _marked(task, weather, followed, watch.finish(), course)


def _name(task: Task) -> str:
    return f"{task.played.name} (seed {task.seed})"


def _marked(task: Task, weather: Storm, followed: Followed, findings: Findings, course: Course) -> Marks:
    truth, sensing = weather.truth, task.profile.sight.sensing
    marks = Marks(games=1, plies=len(truth.plies), withdrawn=made_and_withdrawn(followed))
    moves = followed.game.moves
    if task.profile.weather is Weather.SAFETY:
        moves = moves[: len(truth.plies)]
    verdict = compared(moves, truth, blind=sensing is not Sensing.IDENTITY)
    marks.perfect, marks.followed = int(verdict.perfect), int(verdict.followed)
    if verdict.first:
        marks.wrong.append(f"{_name(task)} {verdict.first}; {_near(truth, moves)}")
    marks.silent = findings.silent
    marks.broken += [f"{_name(task)} {each}" for each in (*findings.silences, *findings.false)]
    marks.broken += [f"{_name(task)} stalled for {plies} half-moves" for plies in findings.stalls if plies > 1]
    marks.situations.update((each.kind, each.inside) for each in truth.happened)
    _mark_healing(marks, truth, course, sensing)
    _mark_alerts(marks, task, truth, followed)
    return marks


def _near(truth: Truth, moves: Sequence[object]) -> str:
    """What happened last before the record goes wrong is likely told by what happened near its end."""
    return ", ".join(each.kind.value for each in truth.happened if each.ply <= len(moves) + 1)


def _mark_healing(marks: Marks, truth: Truth, course: Course, sensing: Sensing) -> None:
    """After each upset, whether the record is right once one more move has been made."""
    plies = truth.plies
    for each in truth.happened:
        after = [number for number, ply in enumerate(plies) if ply.started >= each.end - 0.001]
        if len(after) < 3 or each.kind in LASTING:
            continue
        number = after[1]
        board = plies[number].before.copy(stack=False)
        board.push(plies[number].move)
        shown = course.at(plies[number + 1].started - 0.01)
        marks.heals += 1
        marks.healed += seen_by(sensing, shown) == seen_by(sensing, placement_of(board))


def _mark_alerts(marks: Marks, task: Task, truth: Truth, followed: Followed) -> None:
    raised = [(at, told.alert) for at, told in followed.notices if isinstance(told, AlertRaised)]
    alerts = [(at, alert) for at, alert in raised if alert.kind not in WITH_CAUSE]
    blind = task.profile.sight.sensing is not Sensing.IDENTITY
    for each in truth.happened:
        expected = lore_of(each.kind).expected
        if expected and not (blind and each.kind in UNSEEN) and each.inside != "gap":
            marks.happened[each.kind] += 1
            marks.told[each.kind] += any(_about(each, at) and alert.kind.value in expected for at, alert in alerts)
    limit = truth.plies[-1].done if truth.plies and task.profile.weather is Weather.SAFETY else float("inf")
    for at, alert in alerts:
        near = [each for each in truth.happened if _about(each, at)]
        if at > limit or alert.severity is Severity.INFO:
            continue
        allowed = frozenset().union(*(lore_of(each.kind).expected | lore_of(each.kind).tolerated for each in near))
        marks.false[alert.kind.value] += alert.kind.value not in allowed
        if _accuses_wrongly(alert, near):
            marks.accused.append(f"{_name(task)} {alert.kind.value} at {at:.1f} s")


def _about(happened: Happened, at: float) -> bool:
    lasting = happened.kind in LASTING
    return happened.begin - BEFORE <= at and (lasting or at <= happened.end + AFTER)


def _accuses_wrongly(alert: Alert, near: Sequence[Happened]) -> bool:
    if alert.severity is not Severity.ACT or alert.kind in OF_NO_SIDE:
        return False
    guilty = [each for each in near if lore_of(each.kind).blamed]
    return not any(each.kind in GUILTY_BOTH or each.color is alert.color for each in guilty)


def never_happened(marks: Marks, weather: Weather) -> list[str]:
    """The kinds of incident that never came. Games that end in chaos have no other end."""
    came: set[Kind] = {kind for kind, _ in marks.situations}
    if weather is Weather.SAFETY:
        came.update(FINALES)
    return [kind.value for kind in EVERY_KIND if kind not in came]
