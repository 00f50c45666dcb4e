"""The built page, read into memory once: an upgrade under a running server never mixes two versions."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from drivers.errors import TouchmoveError

BUILT = Path(__file__).parent / "built"
INDEX = "index.html"
MOVE = "move.html"
"""The page on which a person moves pieces: served at addresses of its own, and only where that is wanted."""
CONTENT_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the page. `tag` changes with its content."""

    body: bytes
    content_type: str
    tag: str


def read_assets(directory: Path = BUILT) -> Mapping[str, Asset]:
    """The files of the built page by name. Raises TouchmoveError when the page was not built."""
    files = sorted(directory.iterdir()) if directory.is_dir() else []
    assets = {path.name: _asset(path) for path in files if path.suffix in CONTENT_TYPES}
    if INDEX not in assets:
        raise TouchmoveError(
            "the demonstration page is not there: it is made when touchmove is installed.",
            where=str(directory),
            remedy="Install touchmove again (`pip install .`), or set `enabled = false` under [web].",
        )
    return assets


def build_tag(assets: Mapping[str, Asset]) -> str:
    """A text that differs for another build of the page."""
    return _tag("".join(asset.tag for _, asset in sorted(assets.items())).encode())


def _asset(path: Path) -> Asset:
    body = path.read_bytes()
    return Asset(body, CONTENT_TYPES[path.suffix], _tag(body))


def _tag(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
