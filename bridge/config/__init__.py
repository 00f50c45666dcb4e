"""The configuration: `load` a file or make one `for_lines`; `configs/touchmove.toml` documents every key."""

from bridge.config.loading import PASSWORD_VARIABLE, broker_address, for_lines, load, state_directory
from bridge.config.sections import (
    BoardSection,
    BridgeSection,
    BrokerSection,
    Config,
    EBoardSection,
    EventSection,
    Language,
    LogLevel,
    RoundSection,
    Variant,
    WebSection,
    WhiteClock,
)

__all__ = [
    "PASSWORD_VARIABLE",
    "BoardSection",
    "BridgeSection",
    "BrokerSection",
    "Config",
    "EBoardSection",
    "EventSection",
    "Language",
    "LogLevel",
    "RoundSection",
    "Variant",
    "WebSection",
    "WhiteClock",
    "broker_address",
    "for_lines",
    "load",
    "state_directory",
]
