"""What a child is asked, as the values of a message, and what its answers must look like."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tfmdrill.runner.inside import wire
from tfmdrill.runner.values import Chain, Handle

AHEAD = 8  # questions on their way at most
Arguments = tuple[Sequence[Any], Mapping[str, Any]]  # positional ones, and by name


@dataclass(frozen=True, slots=True)
class Question:
    """One request: what is asked, and how many CPU seconds the answer may take (None: a call's)."""

    op: str
    value: Any
    cpu_s: float | None = None


@dataclass(frozen=True, slots=True)
class Packed:
    """A question as it is sent. alone: the child may ask back before it answers."""

    turn: int
    buffers: list[wire.Buffer]
    size: int  # bytes
    cpu_s: float
    alone: bool


def may_follow(following: Packed, sent: Sequence[Packed], ahead_bytes: int) -> bool:
    """Whether a question may go out while the ones that were sent aren't answered.

    Not beside one that asks back: what the child reads next is then the answer to that.
    """
    if not sent:
        return True
    if following.alone or len(sent) >= AHEAD:
        return False
    return sum(each.size for each in sent) + following.size <= ahead_bytes


def putting(kept: Sequence[Handle], values: Sequence[Any]) -> Question:
    """Keep these values in the child, under the numbers of the handles."""
    return Question("put", {"numbers": [k.number for k in kept], "values": list(values)})


def refilling(kept: Sequence[Handle], values: Sequence[Any]) -> Question:
    """Write new elements into the arrays of what is kept."""
    return Question("refill", {"targets": list(kept), "values": list(values)})


def fetching(kept: Sequence[Handle]) -> Question:
    """Say what is kept."""
    return Question("fetch", {"targets": list(kept)})


def on_kept(
    kept: Sequence[Handle], name: str, rounds: Sequence[Arguments], cpu_s: float, *, fetch: bool
) -> list[Question]:
    """What `Submission.calls_on_kept` asks."""
    positional = len(rounds[0][0])
    keyword = dict(zip(rounds[0][1], kept[positional:], strict=True))
    call = Question("call", call_request(name, kept[:positional], keyword, None), cpu_s)
    questions = [putting(kept, values_of(rounds[0])), call]
    for before, present in pairwise(rounds):
        if present is not before:
            questions.append(refilling(kept, values_of(present)))
        questions.append(call)
    return [*questions, fetching(kept)] if fetch else questions


def values_of(arguments: Arguments) -> list[Any]:
    """All of them, positional ones first."""
    return [*arguments[0], *arguments[1].values()]


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
