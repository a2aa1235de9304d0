"""What a submission returned, as values that can cross the wall."""

from collections.abc import Callable
from typing import Any

from . import arrays, wire

NEVER_COMPARED = (
    "can't be compared: return arrays, numbers, text, or lists, tuples or dicts of them"
)


def inert(value: Any, hold: Callable[[Any], wire.Held], module: str) -> Any:
    """The `adapt` of a child: one level of a value, rebuilt from exact built-in types.

    hold: keeps an object in the child; used for instances of classes that `module` defines.
    Reading runs the user's own code at times, so whatever is raised makes the value Opaque.
    """
    name = type(value).__name__
    try:
        array = arrays.read(value)
        if array is not None:
            return array
        base = _base(value)
        if base is not None:
            return base[0]
        if type(value).__module__ == module and not issubclass(type(value), type):
            return hold(value)
    except MemoryError:
        raise
    except BaseException as error:
        return wire.Opaque(name, f"reading it raised {type(error).__name__}")
    return wire.Opaque(name, f"a {name} {NEVER_COMPARED}")


def _base(value: Any) -> tuple[Any] | None:
    """The value of a subclass of a built-in type as that type, by the base class's own methods."""
    for base, read in _READERS:
        if issubclass(type(value), base):  # isinstance would ask the value itself
            return (read(value),)
    return None


_READERS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (int, int.__int__),
    (float, float.__float__),
    (str, str.__str__),
    (list, lambda value: list(list.__iter__(value))),
    (tuple, lambda value: tuple(tuple.__iter__(value))),
    (dict, lambda value: dict(list(dict.items(value)))),
    (set, lambda value: set(set.__iter__(value))),
    (frozenset, lambda value: frozenset(frozenset.__iter__(value))),
    (bytes, lambda value: memoryview(value).tobytes()),
    (bytearray, lambda value: memoryview(value).tobytes()),
    (memoryview, lambda value: value.tobytes()),
)
