"""The families that are registered, for tests that every one of them must pass."""

from __future__ import annotations

import operator

import pytest

from drivers import registry

FAMILIES = [registry.eboard(name) for name in registry.names()]
name_of = operator.attrgetter("name")
every_family = pytest.mark.parametrize("family", FAMILIES, ids=name_of)
