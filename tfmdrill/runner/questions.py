"""What a child is asked, as the values of a message, and what its answers must look like."""

from collections.abc import Mapping, Sequence
from typing import Any

from tfmdrill.runner.values import Chain, Handle


def call_request(
    name: str, args: Sequence[Any], kwargs: Mapping[str, Any] | None, target: Handle | None
) -> dict[str, Any]:
    return {"name": name, "target": target, "args": tuple(args), "kwargs": dict(kwargs or {})}


def chain_request(chain: Chain) -> dict[str, Any]:
    links = [(link.name, link.target, link.args, dict(link.kwargs)) for link in chain.links]
    return {"values": chain.values, "links": links, "answers": chain.answers}


def is_list_of_calls(value: Any, names: Sequence[str]) -> bool:
    return isinstance(value, list) and all(
        isinstance(c, tuple) and len(c) == 2 and c[0] in names and isinstance(c[1], int)
        for c in value
    )
