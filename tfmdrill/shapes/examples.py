"""Which calls a file is run on: cases from the problem's checks whose sizes are all different."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tfmdrill.grading.axes import LEADING, arguments, axis_of
from tfmdrill.grading.failing import call_text
from tfmdrill.grading.plan import Drawer, Step, Stepper
from tfmdrill.model.case import Case
from tfmdrill.model.problem import Entry, Parameter, Problem, Returned
from tfmdrill.model.shapes import Example, Kind, Recorded

SEEDS = 12  # of which the cases are looked at
_DEF = re.compile(r"\s*(?:async\s+)?def\s+(\w+)")
# What speaks against a case: axes that can't be told apart, sizes that a product or quotient
# could be taken for, an axis of 1, arguments left out.
TWO_ALIKE, TAKEN_FOR_ANOTHER, OF_ONE, SCRIPT, LEFT_OUT = 20, 4, 8, 3, 2


@dataclass(frozen=True, slots=True)
class Chosen:
    """A case with the sizes of the axes that its arguments and its right answer have."""

    step: Step
    example: Example


def choose_examples(problem: Problem) -> tuple[Chosen, ...]:
    """The best case of each mode, the best of all first. The same for everybody.

    Raises ProblemError if the problem is at fault.
    """
    best: dict[tuple[str, str], tuple[int, Case, int]] = {}
    for seed in range(SEEDS):
        for case in Drawer(problem, seed).fresh(seed):
            if case.raises is not None:
                continue
            marks = _marks(problem, case)
            key = (case.entry, case.mode)
            if key not in best or marks < best[key][0]:
                best[key] = (marks, case, seed)
    ranked = sorted(best.values(), key=lambda found: found[0])
    reference = Drawer(problem, 0).reference
    return tuple(_chosen(problem, case, Stepper(reference, seed)) for _, case, seed in ranked)


def _chosen(problem: Problem, case: Case, stepper: Stepper) -> Chosen:
    step = stepper.step(case)
    sizes = sizes_of(problem, step.case)
    answer = step.expected.answer
    entry = _entry(problem, case.entry)
    if not answer.is_exception and case.script is None and entry is not None:
        sizes = {**_sizes_of_answer(entry, answer.value), **sizes}
    order = {axis.name: place for place, axis in enumerate(problem.axes)}
    ordered = sorted(sizes.items(), key=lambda item: order.get(item[0], len(order)))
    return Chosen(step, Example(call_text(step), tuple(ordered)))


def sizes_of(problem: Problem, case: Case) -> dict[str, int]:
    """The size of each axis that the arguments have; one that differs among them has none."""
    found: dict[str, set[int]] = {}
    given = arguments(case)
    for parameter in _parameters(problem, case):
        value = given.get(parameter.name)
        if isinstance(value, np.ndarray):
            for name, size in _axes(parameter, value.shape):
                found.setdefault(name, set()).add(size)
        elif type(value) is int and problem.axis(parameter.name) is not None:
            found.setdefault(parameter.name, set()).add(value)
    return {name: sizes.pop() for name, sizes in found.items() if len(sizes) == 1}


def sizes_seen(problem: Problem, text: Sequence[str], places: Sequence[Recorded]) -> dict[str, int]:
    """The axes that the parameters of the entry points had while a script called them.

    text: the lines of the file, which tell the functions' names.
    """
    every = [e for entry in problem.entries for e in (entry, *entry.methods)]
    entries = {entry.name: entry for entry in every}
    found: dict[str, set[int]] = {}
    for place in places:
        if place.kind is not Kind.PARAMETER or not 1 <= place.function <= len(text):
            continue
        named = _DEF.match(text[place.function - 1])
        entry = entries.get(named[1]) if named else None
        parameter = (
            next((p for p in entry.parameters if p.name == place.name), None) if entry else None
        )
        for value in place.values:
            if parameter is not None and value.array is not None:
                for name, size in _axes(parameter, value.array.shape):
                    found.setdefault(name, set()).add(size)
    return {name: sizes.pop() for name, sizes in found.items() if len(sizes) == 1}


def _parameters(problem: Problem, case: Case) -> Iterator[Parameter]:
    """Those of the entry; of a script, which may call anything, those of all entries."""
    for entry in problem.entries:
        if entry.name == case.entry or case.script is not None:
            yield from entry.parameters
            if case.script is not None:
                for method in entry.methods:
                    yield from method.parameters


def _axes(parameter: Parameter, shape: Sequence[int]) -> Iterator[tuple[str, int]]:
    for symbol in dict.fromkeys(" ".join(parameter.shape or ()).split()):
        if symbol in (LEADING, "|") or not symbol.isidentifier():
            continue
        axis = axis_of(parameter, symbol, len(shape))
        if axis is not None and axis < len(shape):
            yield symbol, int(shape[axis])


def _sizes_of_answer(entry: Entry, answer: object) -> dict[str, int]:
    parts = answer if isinstance(answer, tuple) and len(entry.returns) > 1 else (answer,)
    found: dict[str, int] = {}
    for returned, value in zip(entry.returns, parts, strict=False):
        if isinstance(value, np.ndarray):
            found |= _axes(_as_parameter(returned), value.shape)
    return found


def _as_parameter(returned: Returned) -> Parameter:
    return Parameter(returned.name, returned.type, returned.says, returned.shape)


def _entry(problem: Problem, name: str) -> Entry | None:
    return next((entry for entry in problem.entries if entry.name == name), None)


def _marks(problem: Problem, case: Case) -> int:
    """What speaks against a case: the fewer marks, the better can its axes be told apart."""
    sizes = sorted(sizes_of(problem, case).values())
    given = arguments(case)
    numbers = [
        v for v in given.values() if isinstance(v, int) and not isinstance(v, bool) and v > 1
    ]
    entry = _entry(problem, case.entry)
    wanted = entry.parameters if entry is not None else ()
    left_out = sum(given.get(p.name) in (None, False) for p in wanted if _is_option(p, given))
    alike = sum(a == b for a, b in pairwise(sizes))
    return (
        TWO_ALIKE * alike
        + TAKEN_FOR_ANOTHER * _taken_for_another(sizes, numbers)
        + OF_ONE * sum(size == 1 for size in sizes)
        + SCRIPT * (case.script is not None)
        + LEFT_OUT * left_out
    )


def _is_option(parameter: Parameter, given: Mapping[str, object]) -> bool:
    """Whether leaving a parameter out, or False, keeps a part of the code from running."""
    value = given.get(parameter.name)
    return (parameter.optional or parameter.type == "bool") and not isinstance(value, np.ndarray)


def _taken_for_another(sizes: Sequence[int], numbers: Sequence[int]) -> int:
    """How many products and quotients of the sizes are the size of another axis."""
    known = [*sizes, *numbers]
    made = [a * b for i, a in enumerate(known) for b in known[i + 1 :]]
    made += [size // n for size in sizes for n in numbers if size % n == 0]
    made += [size // 2 for size in sizes if size % 2 == 0]
    made += [n for n in numbers if n not in made]
    return sum(value in sizes for value in made)
