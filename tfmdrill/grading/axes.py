"""Where the symbolic axes of a problem lie in actual arguments, and cutting along them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from tfmdrill.model.case import Case
from tfmdrill.model.problem import AxisRole, Entry, Parameter, Problem

Array = np.ndarray[Any, Any]
LEADING = "..."


def entry_of(problem: Problem, name: str) -> Entry | None:
    """The entry point called `name`, if the problem has one."""
    return next((e for e in problem.entries if e.name == name), None)


def axis_of(parameter: Parameter, symbol: str, ndim: int) -> int | None:
    """The position of axis `symbol` in an argument of `ndim` axes; None where it has none.

    A shape may list alternatives ("n | B n"): the one that fits `ndim` counts. For "..." the
    first leading axis is meant.
    """
    if parameter.shape is None:
        return None
    for alternative in " ".join(parameter.shape).split("|"):
        symbols = alternative.split()
        named = [s for s in symbols if s != LEADING]
        if LEADING in symbols:
            leading = ndim - len(named)
            if leading < 0:
                continue
            if symbol == LEADING:
                return 0 if leading else None
            return leading + named.index(symbol) if symbol in named else None
        if len(symbols) == ndim:
            return symbols.index(symbol) if symbol in symbols else None
    return None


def positions(problem: Problem, case: Case, symbol: str) -> dict[str, int]:
    """For each array argument of the case that has axis `symbol`: where it is."""
    entry = entry_of(problem, case.entry)
    if entry is None or case.script is not None:
        return {}
    parameters = {p.name: p for p in entry.parameters}
    found: dict[str, int] = {}
    for name, value in arguments(case).items():
        if isinstance(value, np.ndarray) and name in parameters:
            axis = axis_of(parameters[name], symbol, value.ndim)
            if axis is not None:
                found[name] = axis
    return found


def arguments(case: Case) -> dict[str, Any]:
    """The arguments by parameter name; positional ones beyond the known names are left out."""
    return {**dict(zip(case.names, case.args, strict=False)), **case.kwargs}


def size_along(problem: Problem, case: Case, symbol: str) -> int | None:
    """The size of an axis in this case, None where no argument has it."""
    values = arguments(case)
    sizes = {values[n].shape[a] for n, a in positions(problem, case, symbol).items()}
    return int(sizes.pop()) if len(sizes) == 1 else None


def change_arguments(case: Case, changes: Mapping[str, Callable[[Array], Array]]) -> Case:
    """The case with some array arguments replaced by a function of them."""
    args = tuple(
        changes[name](value) if name in changes else value
        for name, value in zip(case.names, case.args, strict=False)
    ) + tuple(case.args[len(case.names) :])
    kwargs = {k: changes[k](v) if k in changes else v for k, v in case.kwargs.items()}
    masked = {k: changes[k](v) if k in changes else v for k, v in case.masked.items()}
    return replace(case, args=args, kwargs=kwargs, masked=masked)


def cut(problem: Problem, case: Case, symbol: str, start: int, stop: int) -> Case | None:
    """The case with only the slice [start, stop) of an axis; None if no argument has the axis."""
    found = positions(problem, case, symbol)
    if not found:
        return None

    def slicer(axis: int) -> Callable[[Array], Array]:
        return lambda array: array[(slice(None),) * axis + (slice(start, stop),)]

    return change_arguments(case, {name: slicer(axis) for name, axis in found.items()})


def repeat_first(problem: Problem, case: Case, symbol: str) -> Case | None:
    """The case with each row along an axis equal to the first, so that it can be expanded."""
    found = positions(problem, case, symbol)
    if not found:
        return None

    def repeater(axis: int) -> Callable[[Array], Array]:
        def repeat(array: Array) -> Array:
            first = array[(slice(None),) * axis + (slice(0, 1),)]
            return np.repeat(first, array.shape[axis], axis=axis)

        return repeat

    return change_arguments(case, {name: repeater(axis) for name, axis in found.items()})


def symbols_with(problem: Problem, role: AxisRole) -> list[str]:
    """The axes of a problem that have a role, in the order of problem.toml."""
    return [axis.name for axis in problem.axes if axis.role is role]
