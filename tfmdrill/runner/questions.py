"""What a child is asked, as the values of a message, and what its answers must look like."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tfmdrill.runner.inside import wire
from tfmdrill.runner.raised import NAME_CHARS
from tfmdrill.runner.recorded import recorded_places
from tfmdrill.runner.values import Chain, Gradient, Handle, Metered, RemoteArray
from tfmdrill.runner.visible import visible

AHEAD = 8  # questions on their way at most
Arguments = tuple[Sequence[Any], Mapping[str, Any]]  # positional ones, and by name


@dataclass(frozen=True, slots=True)
class Question:
    """One request: what is asked, and how many CPU seconds the answer may take (None: a call's).

    read: makes what came back into the reply's value. Raises WireError where it is no answer.
    """

    op: str
    value: Any
    cpu_s: float | None = None
    read: Callable[[Any], Any] = wire.unchanged

    @property
    def keeps(self) -> bool:
        """Whether it only puts something into the child, and its answer says nothing."""
        return self.op in ("put", "refill")


Exchange = Sequence[Question]  # that belong together, in order


@dataclass(frozen=True, slots=True)
class Packed:
    """A question as it is sent. alone: the child may ask back before it answers."""

    question: Question
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


def loading(name: str, code: bytes, cpu_s: float, *, noted: bool, stop_s: float) -> Question:
    """Run a file. The answer: the names of its callables."""

    def names(value: Any) -> list[str]:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return [visible(each, NAME_CHARS) for each in value]
        raise wire.WireError("not a list of names")

    value = {"name": name, "code": code, "noted": noted, "stop_s": stop_s}
    return Question("load", value, cpu_s, names)


def calling(
    name: str,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    *,
    target: Handle | None = None,
    cpu_s: float | None = None,
) -> Question:
    """Call something of the file, or a method of a kept object."""
    return Question("call", _call(name, args, kwargs, target), cpu_s)


def putting(kept: Sequence[Handle], values: Sequence[Any]) -> Question:
    """Keep these values in the child, under the numbers of the handles."""

    def nothing(value: Any) -> None:
        if value is not None:
            raise wire.WireError("not kept")

    numbers = [k.number for k in kept]
    return Question("put", {"numbers": numbers, "values": list(values)}, read=nothing)


def refilling(kept: Sequence[Handle], values: Sequence[Any]) -> Question:
    """Write new elements into the arrays of what is kept."""
    return Question("refill", {"targets": list(kept), "values": list(values)})


def fetching(kept: Sequence[Handle]) -> Question:
    """Say what is kept."""

    def held(value: Any) -> list[Any]:
        if isinstance(value, list) and len(value) == len(kept):
            return value
        raise wire.WireError("not what was kept")

    return Question("fetch", {"targets": list(kept)}, read=held)


def on_kept(
    kept: Sequence[Handle], name: str, rounds: Sequence[Arguments], cpu_s: float, *, fetch: bool
) -> Exchange:
    """A call a round on arguments that stay in the child, in the same memory.

    rounds: arguments of equal shapes; those of one that is the very object of the round before
        aren't sent again. fetch: at last, say what the arguments hold, positional ones first.
    """
    positional = len(rounds[0][0])
    keyword = dict(zip(rounds[0][1], kept[positional:], strict=True))
    call = calling(name, kept[:positional], keyword, cpu_s=cpu_s)
    questions = [putting(kept, values_of(rounds[0])), call]
    for before, present in pairwise(rounds):
        if present is not before:
            questions.append(refilling(kept, values_of(present)))
        questions.append(call)
    return [*questions, fetching(kept)] if fetch else questions


def values_of(arguments: Arguments) -> list[Any]:
    """All of them, positional ones first."""
    return [*arguments[0], *arguments[1].values()]


def taking_gradient(
    name: str,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None,
    weights: Sequence[Any],
    *,
    names: Sequence[str] = (),
    cpu_s: float | None = None,
) -> Question:
    """The gradient of the sum of weights * answer, by each float argument; a Gradient."""

    def gradient(value: Any) -> Gradient:
        match value:
            case {"value": result, "grads": dict() as grads} if all(
                isinstance(path, str) and (g is None or isinstance(g, RemoteArray))
                for path, g in grads.items()
            ):
                return Gradient(result, grads)
            case wire.Opaque() as opaque:
                return Gradient(opaque, {})
        raise wire.WireError("not a gradient")

    value = {**_call(name, args, kwargs), "names": list(names), "weights": list(weights)}
    return Question("gradient", value, cpu_s, gradient)


def looking_for(
    name: str,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None,
    names: Sequence[str],
    *,
    cpu_s: float | None = None,
) -> Question:
    """Which of the names a call reaches: (name, line) of each."""

    def calls(value: Any) -> list[tuple[str, int]]:
        if isinstance(value, list) and all(
            isinstance(c, tuple) and len(c) == 2 and c[0] in names and isinstance(c[1], int)
            for c in value
        ):
            return value
        raise wire.WireError("not a list of calls")

    return Question("forbidden", {**_call(name, args, kwargs), "names": list(names)}, cpu_s, calls)


def telling_recorded() -> Question:
    """What was assigned since the last time: a tuple of `Recorded`."""
    return Question("recorded", None, read=recorded_places)


def running(chain: Chain, cpu_s: float | None) -> Question:
    """Run a chain of calls: a tuple, a result for each of its `answers`."""

    def answers(value: Any) -> tuple[Any, ...]:
        if isinstance(value, tuple) and len(value) == len(chain.answers):
            return value
        raise wire.WireError("not the answers")

    return Question("chain", _links(chain), cpu_s, answers)


def metering(chain: Chain, cpu_s: float | None) -> Question:
    """Run a chain and say what it took; a Metered."""

    def metered(value: Any) -> Metered:
        match value:
            case {
                "flops": int() as flops,
                "peak_bytes": int() as peak,
                "largest": tuple() as shape,
            }:
                numbers = (flops, peak, *shape)
                fits = all(isinstance(n, int) and n in wire.INT64 for n in numbers)
                if fits and len(shape) <= wire.MAX_AXES:
                    return Metered(flops, peak, shape)
        raise wire.WireError("not a measurement")

    return Question("meter", _links(chain), cpu_s, metered)


def _call(
    name: str,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None,
    target: Handle | None = None,
) -> dict[str, Any]:
    return {"name": name, "target": target, "args": tuple(args), "kwargs": dict(kwargs or {})}


def _links(chain: Chain) -> dict[str, Any]:
    links = [(link.name, link.target, link.args, dict(link.kwargs)) for link in chain.links]
    return {"values": chain.values, "links": links, "answers": chain.answers}
