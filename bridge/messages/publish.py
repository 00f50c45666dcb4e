"""What one step of a game means to everybody who listens.

Player and spectator topics (`game`, `position`, `moves`, `move`, `clock`, `result`) are written from the *difference*
between what they showed before and what they show now. So whatever they may not show (that a move was completed,
that it is illegal, that an alert is open) sends no message of its own there (FIDE Laws of Chess (2023) Art. 12.6 and
12.7). Alerts have topics of their own, for arbiters. What can be inferred all the same: `docs/mqtt.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import floor
from typing import cast

from bridge.messages.alerts import write_alert_notices, write_open_alert
from bridge.messages.corrections import write_corrections
from bridge.messages.envelope import Message, Pile, Stamp
from bridge.messages.payloads import ClockData, GameData, PlacementData, PlayerData, Result, ResultData
from bridge.messages.places import BoardPlace, Player
from bridge.messages.record import moves_data, news, position_data
from bridge.messages.words import color_name, variant_of
from bridge.rules.notices import GameStarted, Notice, ResultSeen
from bridge.rules.recognition.sensors import NEVER
from bridge.rules.state import Game
from drivers.placement import to_fen


def to_messages(place: BoardPlace, before: Game, after: Game, notices: Iterable[Notice], stamp: Stamp) -> list[Message]:
    """The messages about one step, from the game before it to the game after it."""
    pile = Pile(stamp)
    notices = tuple(notices)
    restarted = any(isinstance(notice, GameStarted) for notice in notices) or before.setup.start != after.setup.start
    told = news(before.moves, after.moves)
    for item in told:
        pile.event(place.topic("move"), item)
    if restarted:
        _write_game(pile, place, after)
    if restarted or told or before.result != after.result:
        _write_record(pile, place, after)
    elif before.linked is not after.linked:
        pile.state(place.topic("position"), position_data(after))
    if _clock_is_news(clock_data(before), clock_data(after)):
        _write_clock(pile, place, after)
    if before.result != after.result:
        _write_result(pile, place, after.result)
    write_corrections(pile, place, notices)  # What only arbiters hear comes last: its numbers are no gap for others.
    write_alert_notices(pile, place, notices)
    if told or before.alerts != after.alerts or before.log.dumped_at != after.log.dumped_at:
        _write_placement(pile, place, after)
    return pile.messages


def full_state(place: BoardPlace, game: Game, stamp: Stamp) -> list[Message]:
    """Every retained message of a board, for when a game comes to a place."""
    pile = Pile(stamp)
    _write_game(pile, place, game)
    _write_record(pile, place, game)
    _write_clock(pile, place, game)
    _write_result(pile, place, game.result)
    for alert in game.alerts:
        write_open_alert(pile, place, alert)
    _write_placement(pile, place, game)
    return pile.messages


def player_data(player: Player) -> PlayerData:
    """A player as payload."""
    return PlayerData(player.name, player.title, player.rating)


def _write_game(pile: Pile, place: BoardPlace, game: Game) -> None:
    data = GameData(
        event=place.event,
        round=place.round,
        board=place.board,
        white=player_data(place.white),
        black=player_data(place.black),
        start_fen=game.setup.start.fen,
        variant=variant_of(game),
        game_id=place.game_id,
    )
    pile.state(place.topic("game"), data)


def _write_record(pile: Pile, place: BoardPlace, game: Game) -> None:
    pile.state(place.topic("position"), position_data(game))
    pile.state(place.topic("moves"), moves_data(game))


def clock_data(game: Game) -> ClockData | None:
    """The payload of `clock`; None while no times are known. Nobody's time runs until the clock has told so again."""
    if game.clock is None:
        return None
    running = game.clock.running if game.linked and game.clock_at >= game.linked_at else None
    return ClockData(round(game.clock.white, 3), round(game.clock.black, 3), color_name(running), game.linked)


def _clock_is_news(before: ClockData | None, after: ClockData | None) -> bool:
    """A running clock is news once a second; its start, its stop and the other side's turn are at once."""
    if before is None or after is None or (before.running, before.heard) != (after.running, after.heard):
        return before != after
    return floor(before.white) != floor(after.white) or floor(before.black) != floor(after.black)


def _write_clock(pile: Pile, place: BoardPlace, game: Game) -> None:
    topic, data = place.topic("clock"), clock_data(game)
    if data is None:
        pile.clear(topic)
    else:
        pile.state(topic, data, qos=0)


def _write_result(pile: Pile, place: BoardPlace, result: ResultSeen | None) -> None:
    topic = place.topic("result")
    if result is None:
        pile.clear(topic)
    else:
        pile.state(topic, ResultData(cast("Result", result.result), result.reason, result.confirmed))


def _write_placement(pile: Pile, place: BoardPlace, game: Game) -> None:
    """Not of every square on the way of a hand, and of nothing before the e-board has told all of them."""
    topic = place.topics.eboard(place.eboard, "placement")
    if game.log.dumped_at == NEVER:
        pile.clear(topic)
    else:
        pile.state(topic, PlacementData(to_fen(game.placement)))
