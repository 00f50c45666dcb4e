"""Families that other distributions bring: the one that `docs/adding-an-eboard.md` tells, and broken ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from drivers import registry
from drivers.eboard import EBoard
from drivers.errors import ConfigError

pytestmark = pytest.mark.alone

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "adding-an-eboard.md").read_text(encoding="utf-8")


def block_of_the_page(language: str, beginning: str) -> str:
    (block,) = re.findall(rf"^```{language}\n({re.escape(beginning)}.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(block)


def install(folder: Path, distribution: str, points: dict[str, str]) -> None:
    """What installing a distribution with these entry points leaves in a folder."""
    info = folder / f"{distribution.replace('-', '_')}-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 0.1\n")
    lines = [f"{name} = {value}" for name, value in points.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{registry.ENTRY_POINTS}]", *lines, ""]))


def install_example(folder: Path) -> None:
    """The distribution that the page tells."""
    project = tomllib.loads(block_of_the_page("toml", "[build-system]"))
    (module,) = project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    (folder / module).write_text(block_of_the_page("python", '"""The Pocket Board'), encoding="utf-8")
    install(folder, project["project"]["name"], project["project"]["entry-points"][registry.ENTRY_POINTS])


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which distributions can be installed before the registry is asked."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_from_outside", registry._from_outside.__wrapped__)
    return tmp_path


def test_example_of_the_page_is_a_family_like_every_other(site: Path) -> None:
    install_example(site)
    assert "pocket" in registry.names()
    assert "pocket" not in registry.own_names()
    assert isinstance(registry.eboard("pocket"), EBoard)
    assert registry.eboard("dgt").name == "dgt"


def test_example_of_the_page_passes_what_every_family_must(tmp_path: Path) -> None:
    install_example(tmp_path)
    suite = sorted(map(str, (HOUSE / "tests" / "drivers").glob("test_every_family*.py")))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "pocket", *suite]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=HOUSE, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 50


@pytest.mark.parametrize(
    ("module", "value", "complaint"),
    [
        ("import no_such_module", "broken:EBOARD", "cannot be loaded: No module named 'no_such_module'"),
        ("", "broken:EBOARD", "cannot be loaded"),
        ("EBOARD = 'mine'", "broken:EBOARD", "is no record of an e-board family called 'broken'"),
        ("from drivers.dgt import EBOARD", "broken:EBOARD", "is no record of an e-board family called 'broken'"),
    ],
)
def test_a_broken_driver_is_told_with_its_distribution(site: Path, module: str, value: str, complaint: str) -> None:
    (site / "broken.py").write_text(module)
    install(site, "touchmove-broken", {"broken": value})
    sys.modules.pop("broken", None)
    with pytest.raises(ConfigError, match=complaint) as refused:
        registry.eboard("broken")
    assert "pip uninstall touchmove-broken" in refused.value.remedy
    assert registry.eboard("dgt").name == "dgt"


def test_a_name_that_is_taken_is_refused(site: Path) -> None:
    install(site, "touchmove-other", {"dgt": "other:EBOARD"})
    with pytest.raises(ConfigError, match="touchmove and touchmove-other both bring a driver called 'dgt'"):
        registry.eboard("dgt")


def test_a_name_that_two_others_use_is_refused(site: Path) -> None:
    install(site, "touchmove-one", {"pocket": "one:EBOARD"})
    install(site, "touchmove-two", {"pocket": "two:EBOARD"})
    with pytest.raises(ConfigError, match="both bring a driver called 'pocket'"):
        registry.eboard("pocket")


def test_the_installation_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.names()
    monkeypatch.setattr(registry, "entry_points", None)
    assert registry.names()
