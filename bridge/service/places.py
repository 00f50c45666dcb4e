"""From the configuration to what messages say about the event, its boards and their e-boards."""

from __future__ import annotations

from bridge.config import BoardSection, Config, EBoardSection
from bridge.messages.payloads import EventData
from bridge.messages.places import BoardPlace
from bridge.messages.topics import Topics, slug


def place_of(config: Config, board: BoardSection) -> BoardPlace:
    """Where the games of this board are played."""
    event, number = config.event.slug, config.round.number
    return BoardPlace(
        event=event,
        round=number,
        board=board.number,
        eboard=eboard_name(config.eboard_of(board)),
        game_id=f"{event}-{number}-{board.number}",
        white=board.white,
        black=board.black,
        topics=Topics(config.broker.topic_root),
    )


def eboard_name(eboard: EBoardSection) -> str:
    """What the e-board is called in topics: by its serial number if that is configured, else by its line. Where on this
    machine a PGN file is, is nobody's business.
    """
    scheme, found, rest = eboard.line.partition("pgn://")
    line = scheme + found + rest.rpartition("/")[2]
    return slug(eboard.serial or line)


def event_data(config: Config) -> EventData:
    """What people should know about the event."""
    event = config.event
    return EventData(event.slug, event.name, event.site, [config.round.number], event.time_control)
