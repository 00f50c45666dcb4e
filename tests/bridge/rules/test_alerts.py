"""Every kind of alert is explained to arbiters, and described to programs."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from bridge.messages.corrections import CORRECTION_VERBS
from bridge.rules.alerts import SEVERITY, AlertKind
from bridge.rules.correcting.ruling import CLOSE_BY_THEMSELVES

DOCS = Path(__file__).parents[3] / "docs"
EXPLAINED = (DOCS / "alerts.md").read_text(encoding="utf-8")


def test_the_document_explains_every_kind() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+)( ↺)? \| [A-Z0-9].+\. \| [A-Z].+\. \|$", EXPLAINED, re.MULTILINE)
    assert [(kind, severity, bool(by_itself)) for kind, severity, by_itself in rows] == [
        (kind.value, SEVERITY[kind].value, kind in CLOSE_BY_THEMSELVES) for kind in AlertKind
    ]


def test_the_document_names_requests_that_exist() -> None:
    named = set(re.findall(r"`((?:game|alert)\.\w+)`", EXPLAINED))
    assert named
    assert named <= CORRECTION_VERBS.keys()


def test_programs_are_told_of_every_kind() -> None:
    schemas = yaml.safe_load((DOCS / "asyncapi.yaml").read_text(encoding="utf-8"))["components"]["schemas"]
    assert schemas["alert"]["properties"]["kind"]["enum"] == [kind.value for kind in AlertKind]
