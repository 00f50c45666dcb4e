"""Messages that are not about one game: the bridge, its e-boards, the event and its rounds."""

from __future__ import annotations

from collections.abc import Sequence

from bridge.messages.envelope import Message, Stamp, state_message
from bridge.messages.payloads import (
    BridgeCondition,
    BridgeInfoData,
    BridgeStateData,
    EBoardStateData,
    EventData,
    Pairing,
    RoundData,
)
from bridge.messages.places import BoardPlace
from bridge.messages.publish import player_data
from bridge.messages.topics import Topics


def bridge_state(topics: Topics, bridge: str, state: BridgeCondition, stamp: Stamp) -> Message:
    """How the bridge is; with `lost` it is the last will that the broker publishes in its place."""
    return state_message(topics.bridge(bridge, "state"), BridgeStateData(state, stamp.session), stamp)


def bridge_info(topics: Topics, bridge: str, data: BridgeInfoData, stamp: Stamp) -> Message:
    """What the bridge is and serves."""
    return state_message(topics.bridge(bridge, "info"), data, stamp)


def eboard_state(topics: Topics, serial: str, data: EBoardStateData, stamp: Stamp) -> Message:
    """How an e-board is; `serial` is its slug."""
    return state_message(topics.eboard(serial, "state"), data, stamp)


def event_info(topics: Topics, data: EventData, stamp: Stamp) -> Message:
    """What an event is."""
    return state_message(topics.event(data.event), data, stamp)


def round_info(name: str, places: Sequence[BoardPlace], stamp: Stamp) -> Message:
    """Who plays whom in a round, and on which e-board; `name` is the event's. All places belong to one round."""
    first = places[0]
    if any((place.event, place.round) != (first.event, first.round) for place in places):
        raise ValueError("all places of one message belong to one round")
    pairings = [
        Pairing(place.board, player_data(place.white), player_data(place.black), place.eboard)
        for place in sorted(places, key=lambda place: place.board)
    ]
    boards = [pairing.board for pairing in pairings]
    data = RoundData(first.event, name, first.round, boards, pairings)
    return state_message(first.topics.round(first.event, first.round), data, stamp)
