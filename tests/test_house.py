"""What stands around the code keeps its word: README, Makefile, changelog, constraints, service, contracts."""

import json
import re
import socket
import subprocess
import tomllib
from pathlib import Path

import pytest

import bridge
from bridge.config import load
from drivers import registry
from tests.readme_table import UDEV_FILE, rules, with_table

HOUSE = Path(__file__).parents[1]
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
DEPENDENCIES = [
    *PROJECT["project"]["dependencies"],
    *(
        dependency
        for extra in PROJECT["project"]["optional-dependencies"].values()
        for dependency in extra
        if not dependency.startswith("touchmove[")
    ),
]

DOCUMENTS = ["README.md", *sorted(path.relative_to(HOUSE).as_posix() for path in HOUSE.glob("docs/**/*.md"))]


def read(name):
    return (HOUSE / name).read_text(encoding="utf-8")


def plain(name):
    """A distribution's name as all spellings of it are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned():
    lines = [line for line in read("constraints.txt").splitlines() if not line.startswith("#")]
    return dict(line.split("==") for line in lines)


@pytest.mark.parametrize("name", ["README.md", ".ci/run", "Makefile"])
def test_make_targets_that_are_named_exist(name):
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    named = set(re.findall(r"^(?:# )?make ([a-z]+)", read(name), re.MULTILINE))
    assert named
    assert named <= targets


def headings(path):
    """The places in a document that a link may lead to."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def test_links_lead_somewhere():
    links = [(name, *link) for name in DOCUMENTS for link in re.findall(r"\]\(([^)#:]*)(?:#([^):]+))?\)", read(name))]
    assert {name for name, _, _ in links} >= {"README.md", "docs/mqtt.md"}
    for name, file, place in links:
        path = (HOUSE / name).parent / file if file else HOUSE / name
        assert path.exists(), (name, file)
        assert not place or place in headings(path), (name, file, place)


def test_every_document_can_be_reached_from_the_readme():
    reached = set(re.findall(r"\]\((docs/[^)#]+)", read("README.md")))
    assert reached >= {name for name in DOCUMENTS if name.startswith("docs/")}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_named_in_code_style_exist(name):
    for path in re.findall(r"`((?:bridge|drivers|tests|docs|configs|benchmarks)/[\w./-]+\w)`", read(name)):
        assert (HOUSE / path).exists(), path


def test_modules_of_the_rules_are_where_the_document_says():
    modules = re.findall(r"`((?!benchmarks/)[a-z_/]+\.py)`", read("docs/how-a-move-is-decided.md"))
    assert modules
    assert [name for name in modules if not (HOUSE / "bridge" / "rules" / name).exists()] == []


def test_readme_lists_every_eboard_as_it_is_registered():
    assert with_table(read("README.md")) == read("README.md"), "write the table anew: make readme"


def test_udev_knows_every_chip_that_the_registry_knows():
    assert UDEV_FILE.read_text(encoding="utf-8") == rules(), "write the rules anew: make readme"


def test_contracts_name_every_eboard_family():
    (floors,) = [
        contract["layers"]
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["drivers"]
    ]
    side_by_side = [set(layer.split(" | ")) for layer in floors]
    families = {registry._MODULES[name].split(".")[1] for name in registry.own_names()}
    assert any(families <= layer for layer in side_by_side)


def test_changelog_tells_of_this_version():
    assert f"\n## [{bridge.__version__}]" in read("CHANGELOG.md")


def test_service_starts_a_command_that_is_installed():
    (program,) = re.findall(r"^ExecStart=\S+/bin/(\S+) run ", read("systemd/touchmove.service"), re.MULTILINE)
    assert program in PROJECT["project"]["scripts"]


def test_shipped_configuration_loads():
    assert len(load(HOUSE / "configs" / "touchmove.toml").boards) == 1


def test_licence_is_the_one_that_is_declared():
    assert PROJECT["project"]["license"] == "GPL-3.0-or-later"
    assert "GNU GENERAL PUBLIC LICENSE\n                       Version 3" in read("LICENSE")


def test_constraints_are_names_and_versions_only():
    for line in read("constraints.txt").splitlines():
        assert line.startswith("#") or re.fullmatch(r"[\w.-]+==[\w.+!]+", line), line


@pytest.mark.parametrize("dependency", DEPENDENCIES)
def test_every_dependency_is_constrained(dependency):
    name = re.match(r"[\w.-]+", dependency).group()
    assert plain(name) in {plain(pin) for pin in pinned()}


def test_page_is_locked_without_addresses():
    packages = json.loads(read("bridge/web/page/package-lock.json"))["packages"]
    assert packages
    assert not [name for name, facts in packages.items() if "resolved" in facts]


@pytest.mark.parametrize(
    "name", ["Makefile", ".ci/run", "pyproject.toml", "bridge/web/page/.npmrc", "tests/prepare.sh"]
)
def test_nobody_is_sent_to_a_registry_of_our_choice(name):
    assert not re.search(r"index[-_]url|find[-_]links|registry\s*=", read(name))


def test_every_marker_has_its_program_prepared():
    markers = PROJECT["tool"]["pytest"]["ini_options"]["markers"]
    needs = {" ".join(need) for marker in markers for need in re.findall(r"^(\w+): needs the program (\w+)$", marker)}
    (prepared,) = re.findall(r"^for need in (.*); do$", read("tests/prepare.sh"), re.MULTILINE)
    assert set(re.findall(r'"([^"]+)"', prepared)) == needs


def test_who_is_not_marked_alone_gets_no_port_and_no_process():
    with socket.socket() as server, pytest.raises(AssertionError, match="alone"):
        server.bind(("127.0.0.1", 0))
    with pytest.raises(AssertionError, match="alone"):
        subprocess.run(["true"], check=True)
