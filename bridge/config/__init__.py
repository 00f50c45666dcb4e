"""The configuration: `load` a file or make one `for_lines`; `configs/touchmove.toml` documents every key."""

from bridge.config.chips import chips_text, read_chips
from bridge.config.developer_key import DEVELOPER_KEY_VARIABLE, codec_options
from bridge.config.exchanged import exchanged
from bridge.config.loading import PASSWORD_VARIABLE, broker_address, for_lines, load, state_directory
from bridge.config.move_password import MOVE_PASSWORD_VARIABLE, move_password
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
    "DEVELOPER_KEY_VARIABLE",
    "MOVE_PASSWORD_VARIABLE",
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
    "chips_text",
    "codec_options",
    "exchanged",
    "for_lines",
    "load",
    "move_password",
    "read_chips",
    "state_directory",
]
