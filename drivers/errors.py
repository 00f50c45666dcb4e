"""Every error of touchmove, one tree.

```
TouchmoveError        what happened, where, and what to do about it
├── LineRefused       a line cannot be opened: no such port, busy, no permission
├── LineLost          an open line is gone: unplugged, closed by the peer, dead
├── ConfigError       the configuration cannot be used
├── BrokerError       the MQTT broker cannot be reached, or refuses
├── JournalError      the journal cannot be read or written
└── FormatError       a file given by the user cannot be understood
```

Foreign exceptions are mapped to these where they enter, and never travel further up. A malformed frame
from an e-board is not an error at all: it is the report `Garbled` in the stream.
"""

from __future__ import annotations


class TouchmoveError(Exception):
    """What happened, where, and what to do; the command line prints it as one sentence and exits with 2.

    `others`: further errors of the same kind that were found with it, each to be told as well.
    """

    def __init__(
        self, what: str, *, where: str = "", remedy: str = "", others: tuple[TouchmoveError, ...] = ()
    ) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.remedy = remedy
        self.others = others

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{place}{self.what}{remedy}"


class LineRefused(TouchmoveError):
    """A line could not be opened. Example: the port belongs to another program, or the user may not use it."""


class LineLost(TouchmoveError):
    """An open line is gone. Example: the cable was pulled, the TCP peer closed, the pseudo-terminal's master closed."""


class ConfigError(TouchmoveError):
    """The configuration cannot be used. Example: an unknown key, a board without an e-board, a wrong type."""


class BrokerError(TouchmoveError):
    """The broker cannot be reached or refuses. Example: nothing listens at the address, the password is wrong."""


class JournalError(TouchmoveError):
    """The journal cannot be read or written. Example: the disk is full, the file belongs to a newer version."""


class FormatError(TouchmoveError):
    """A file given by the user cannot be understood. Example: a case without events, a capture cut in the header."""
