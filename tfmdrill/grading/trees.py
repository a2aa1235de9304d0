"""Trees of values: what a case returns, flattened into leaves that have a path."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Path = tuple[int | str, ...]


def leaves(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Each leaf with its path, in order; lists of plain numbers count as one leaf."""
    if isinstance(tree, tuple) or (isinstance(tree, list) and not is_number_list(tree)):
        for i, part in enumerate(tree):
            yield from leaves(part, (*path, i))
    elif isinstance(tree, dict):
        for key, part in tree.items():
            yield from leaves(part, (*path, str(key)))
    else:
        yield path, tree


def is_number_list(value: Any) -> bool:
    """A list of Python's ints, floats or bools, possibly empty: compared as a whole."""
    return isinstance(value, list) and all(type(v) in (bool, int, float) for v in value)


def map_arrays(tree: Any, change: Callable[[Array], Any]) -> Any:
    """The same tree in new containers, with `change` applied to each array."""
    if isinstance(tree, np.ndarray):
        return change(tree)
    if isinstance(tree, list):
        return [map_arrays(v, change) for v in tree]
    if isinstance(tree, tuple):
        return tuple(map_arrays(v, change) for v in tree)
    if isinstance(tree, dict):
        return {k: map_arrays(v, change) for k, v in tree.items()}
    return set(tree) if isinstance(tree, set) else tree


def float_arrays(tree: Any) -> Iterator[Array]:
    """Every float array in a tree."""
    for _, leaf in leaves(tree):
        if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f":
            yield leaf


def floats(tree: Any) -> Iterator[Array]:
    """Every float in a tree, arrays as they are and single ones as arrays without axes."""
    for _, leaf in leaves(tree):
        if isinstance(leaf, float | np.floating | np.ndarray):
            array = np.asarray(leaf)
            if array.dtype.kind == "f":
                yield array


def path_words(path: Path) -> str:
    """A path as a person reads it: `[0]`, `["weights"]`, nothing for the whole."""
    return "".join(f"[{part!r}]" if isinstance(part, str) else f"[{part}]" for part in path)
