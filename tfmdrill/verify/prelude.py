"""Written whole into each degenerate answer, and run there: the standard library only.

Shapes are as in problem.toml: "B h n d_k", "... n d", "n | B n", "" for 0-d.
"""

from collections.abc import Callable, Mapping
from typing import Any

Sizes = dict[str, Any]  # an int for an axis, a tuple of ints for "..."
Shape = tuple[int, ...]


def sizes_of(patterns: Mapping[str, str], given: Mapping[str, Any]) -> Sizes:
    """The size of each axis, from the shapes of the arguments; an int argument sizes its own name.

    patterns: the shape of each array argument by name; given: the arguments by name. The value
    of "..." is a tuple of sizes.
    """
    sizes: Sizes = {}
    for name, pattern in patterns.items():
        shape = getattr(given[name], "shape", None)
        if shape is None:
            continue
        for alternative in pattern.split("|"):
            symbols = alternative.split()
            leading = len(shape) - len(symbols) + 1 if "..." in symbols else 0
            if "..." in symbols and leading >= 0:
                at = symbols.index("...")
                sizes["..."] = tuple(shape[at : at + leading])
                sizes.update(zip(symbols[:at], shape[:at], strict=True))
                sizes.update(zip(symbols[at + 1 :], shape[at + leading :], strict=True))
                break
            if "..." not in symbols and len(symbols) == len(shape):
                sizes.update(zip(symbols, shape, strict=True))
                break
    for name, value in given.items():
        if isinstance(value, int):
            sizes.setdefault(name, value)
    return sizes


def shape_of(pattern: str, sizes: Sizes) -> Shape:
    """The shape of a result; an axis known nowhere has size 1."""
    shape: Shape = ()
    for symbol in pattern.split():
        size = int(symbol) if symbol.isdigit() else sizes.get(symbol, 1)
        shape += size if isinstance(size, tuple) else (size,)
    return shape


def thin(shape: Shape) -> Shape:
    """A shape that broadcasts against `shape` and isn't it, unless every size is 1."""
    return (1,) * len(shape) or (1,)


def filled(library: Any, shape: Shape, value: float, kind: str, like: Any) -> Any:
    """An array of torch or numpy; floats have the dtype of `like`, float32 if that is None."""
    dtype = {"int": library.int64, "bool": library.bool}.get(kind)
    if dtype is None:
        dtype = library.float32 if like is None else like.dtype
    return library.full(shape, value, dtype=dtype)


def late(right: Callable[..., Any]) -> Callable[..., Any]:
    """A function that gives each call the right answer to the call before, the first one None."""
    answers: list[Any] = [None]

    def answer(*args: Any, **kwargs: Any) -> Any:
        answers.append(right(*args, **kwargs))
        return answers.pop(0)

    return answer


def thick(right: Callable[..., Any], library: Any) -> Callable[..., Any]:
    """A function that gives the right values with one more axis of size 1 in front."""

    def widened(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(widened(part) for part in value)
        if isinstance(value, (bool, int, float)):
            return library.asarray([value])
        return value[None] if hasattr(value, "shape") else [value]

    def answer(*args: Any, **kwargs: Any) -> Any:
        return widened(right(*args, **kwargs))

    return answer
