"""A child's account of what its code assigned, as values that are safe to show."""

from typing import Any

from tfmdrill.model.shapes import ArrayShape, Kind, Recorded, Value
from tfmdrill.runner.inside.wire import INT64, MAX_AXES, Opaque, WireError
from tfmdrill.runner.visible import visible

MOST_PLACES = 2_000
NAME_CHARS = 60
WORDS_CHARS = 100
_KINDS = frozenset(Kind)
Integers = tuple[tuple[str, int], ...]


def recorded_places(account: Any) -> tuple[Recorded, ...]:
    """The places that the answer to `recorded` tells of. Raises WireError where it tells of none.

    The account comes from the process of the user's code, which could have forged it.
    """
    match account:
        case {"places": list() as places, "snapshots": list() as snapshots} if (
            len(places) <= MOST_PLACES
        ):
            integers = [_integers(snapshot) for snapshot in snapshots]
            return tuple(_place(place, integers) for place in places)
        case Opaque():  # too large to be sent
            return ()
    raise WireError("not what was assigned")


def _place(account: Any, integers: list[Integers]) -> Recorded:
    match account:
        case (
            int() as line,
            int() as end,
            str() as kind,
            str() as name,
            int() as function,
            bool() as reached,
            bool() as more,
            list() as values,
        ) if kind in _KINDS:
            return Recorded(
                line,
                end,
                Kind(kind),
                visible(name, NAME_CHARS),
                function,
                reached,
                more,
                tuple(_value(value, integers) for value in values),
            )
    raise WireError("a place that isn't one")


def _value(account: Any, integers: list[Integers]) -> Value:
    match account:
        case (tuple() as shown, int() as snapshot) if 0 <= snapshot < len(integers):
            scope = integers[snapshot]
        case _:
            raise WireError("a value that isn't one")
    match shown:
        case ("text", str() as words):
            return Value(words=visible(words, WORDS_CHARS))
        case ("array", dtype, shape):
            return Value((_array(dtype, shape),), integers=scope)
        case ("each", "list" | "tuple" as kind, int() as count, dtype, shape):
            return Value((_array(dtype, shape),), kind, count, integers=scope)
        case ("items", "list" | "tuple" as kind, int() as count, tuple() as items) if all(
            isinstance(item, tuple) and len(item) == 2 for item in items
        ):
            arrays = tuple(_array(*item) for item in items)
            return Value(arrays, kind, count, integers=scope)
    raise WireError("a value of no known kind")


def _array(dtype: Any, shape: Any) -> ArrayShape:
    if not (isinstance(dtype, str) and isinstance(shape, tuple) and len(shape) <= MAX_AXES):
        raise WireError("an array that isn't one")
    if not all(type(size) is int and 0 <= size in INT64 for size in shape):
        raise WireError("a shape that isn't one")
    return ArrayShape(shape, visible(dtype, NAME_CHARS))


def _integers(account: Any) -> Integers:
    if not isinstance(account, tuple):
        raise WireError("integers that aren't any")
    for item in account:
        match item:
            case (str(), int() as number) if number in INT64:
                pass
            case _:
                raise WireError("an integer that isn't one")
    return tuple((visible(name, NAME_CHARS), number) for name, number in account)
