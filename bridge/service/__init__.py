"""The service: the e-boards of a round, their games, and everything that is told about them, until it is stopped."""

from bridge.service.run import Service, running
from bridge.service.until_stopped import serve

__all__ = ["Service", "running", "serve"]
