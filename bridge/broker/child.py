"""The program of the embedded broker's child process: `python child.py SETTINGS`. It ends when its standard input does.

It is started as a file, so it imports nothing of touchmove.
"""

from __future__ import annotations

import logging
import os
import sys
import threading

from iotcore import Broker


def main(settings: str) -> None:
    """Run the broker with that settings file, until the parent closes our standard input or has died."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("rumqttd").setLevel(logging.CRITICAL)  # it reports each packet as an error
    threading.Thread(target=_end_with_parent, daemon=True).start()
    Broker(config_path=settings).run_forever()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)  # iotcore 0.4.0 cannot be told to stop


if __name__ == "__main__":
    main(sys.argv[1])
