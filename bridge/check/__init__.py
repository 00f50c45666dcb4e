"""The operator's check before a round: ticks and crosses, and what to do about each cross."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from bridge.check.eboards import OpenLine, look_at_line
from bridge.check.finding import Finding, cross, cross_of, tick
from bridge.check.machine import look_at_broker, look_at_clock, look_at_ports, look_at_state_directory
from bridge.config import Config, load, state_directory
from drivers.errors import ConfigError
from drivers.lines import open_line

__all__ = ["Finding", "check", "check_file"]


async def check_file(path: Path, environment: Mapping[str, str]) -> AsyncIterator[Finding]:
    """The findings about a configuration file, and if it can be used, about everything that it names."""
    try:
        config = load(path)
    except ConfigError as error:
        for each in (error, *error.others):
            yield cross_of(each)
        return
    yield tick(f"Configuration {path}.")
    async for finding in check(config, environment):
        yield finding


async def check(
    config: Config, environment: Mapping[str, str], open_line: OpenLine = open_line
) -> AsyncIterator[Finding]:
    """The findings about everything that a configuration names, as they are made. The e-boards are asked together."""
    for finding in look_at_state_directory(state_directory(config, environment), len(config.boards)):
        yield finding
    for finding in look_at_ports(config.broker, config.web):
        yield finding
    for finding in await look_at_broker(config.bridge.name, config.broker, environment):
        yield finding
    for finding in await look_at_clock():
        yield finding
    if not config.eboards:
        yield cross("There is no e-board.", "Add an [[eboard]] with its line to the configuration.")
    lines = dict.fromkeys(eboard.line for eboard in config.eboards)
    for findings in await asyncio.gather(*(look_at_line(config, line, environment, open_line) for line in lines)):
        for finding in findings:
            yield finding
