"""One line and the e-boards on it: bytes in, reports out, for as long as the program runs.

Here begins the path of every event: `line.read()`, `codec.receive(data, now)`, `listener.deliver(report, now)`.
A `Station` is an e-board that has its line for itself; on a `SharedLine` several have a `Seat` each. Nothing about
chess is decided here.
"""

from bridge.serve.line_loop import OpenLine
from bridge.serve.link import Listener
from bridge.serve.shared_line import SharedLine
from bridge.serve.station import Seat, Station

__all__ = ["Listener", "OpenLine", "Seat", "SharedLine", "Station"]
