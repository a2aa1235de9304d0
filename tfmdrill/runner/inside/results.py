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
        if type(value).__module__ == module and not isinstance(value, type):
            return hold(value)
    except MemoryError:
        raise
    except BaseException as error:
        return wire.Opaque(name, f"reading it raised {type(error).__name__}")
    return wire.Opaque(name, f"a {name} {NEVER_COMPARED}")


def _base(value: Any) -> tuple[Any] | None:
    """The value of a subclass of a built-in type as that type, by the base class's own methods."""
    match value:
        case int():
            return (int.__int__(value),)
        case float():
            return (float.__float__(value),)
        case str():
            return (str.__str__(value),)
        case list():
            return (list(list.__iter__(value)),)
        case tuple():
            return (tuple(tuple.__iter__(value)),)
        case dict():
            return (dict(list(dict.items(value))),)
        case set():
            return (set(set.__iter__(value)),)
        case frozenset():
            return (frozenset(frozenset.__iter__(value)),)
        case bytes() | bytearray() | memoryview():
            return (memoryview(value).tobytes(),)
    return None
