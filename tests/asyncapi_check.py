"""Whether messages keep to docs/asyncapi.yaml: exactly one channel, its payload schema, its QoS and retain flag."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from bridge.messages.envelope import Message

DOCUMENT = Path(__file__).parents[1] / "docs" / "asyncapi.yaml"

_LEVELS = {
    "round": r"[1-9]\d*",
    "board": r"[1-9]\d*",
    "verb": r"[a-z]+(?:\.[a-z_]+)*",
}
_SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"


@dataclass(frozen=True)
class Channel:
    name: str
    pattern: re.Pattern[str]
    payload: Draft202012Validator
    qos: int
    retain: bool


@cache
def channels() -> tuple[Channel, ...]:
    document = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
    operations = {operation["channel"]["$ref"]: operation for operation in document["operations"].values()}
    return tuple(_channel(document, name, operations[f"#/channels/{name}"]) for name in document["channels"])


def complaints(messages: Iterable[Message]) -> list[str]:
    """What is wrong with the messages; nothing when all keep to the document."""
    return [complaint for message in messages for complaint in _complaints(message)]


def channels_of(topic: str) -> list[Channel]:
    return [channel for channel in channels() if channel.pattern.fullmatch(topic)]


def _channel(document: dict[str, Any], name: str, operation: dict[str, Any]) -> Channel:
    channel = document["channels"][name]
    (message,) = channel["messages"].values()
    payload = document["components"]["messages"][message["$ref"].rpartition("/")[2]]["payload"]
    schema = {**payload, "components": document["components"]}
    Draft202012Validator.check_schema(schema)
    binding = operation["bindings"]["mqtt"]
    parts = re.split(r"\{(\w+)\}", channel["address"])
    assert set(parts[1::2]) == set(channel["parameters"]), name
    pattern = "".join(_LEVELS.get(part, _SLUG) if index % 2 else re.escape(part) for index, part in enumerate(parts))
    return Channel(name, re.compile(pattern), Draft202012Validator(schema), binding["qos"], binding["retain"])


def _complaints(message: Message) -> Iterable[str]:
    found = channels_of(message.topic)
    if len(found) != 1:
        return [f"{message.topic} matches {[channel.name for channel in found]}, not exactly one channel"]
    channel = found[0]
    wrong = []
    if message.retain != channel.retain:
        wrong.append(f"{message.topic}: retain is {message.retain}")
    if message.payload == b"":
        return wrong
    if message.qos != channel.qos:
        wrong.append(f"{message.topic}: QoS is {message.qos}")
    errors = channel.payload.iter_errors(json.loads(message.payload))
    return wrong + [f"{message.topic}: {error.json_path}: {error.message}" for error in errors]
