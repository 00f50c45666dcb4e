"""The demonstration: a hall of virtual e-boards on which historic games are played, with everything that can happen."""

from bridge.demo.run import Wishes, demonstrate

__all__ = ["Wishes", "demonstrate"]
