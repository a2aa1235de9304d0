"""How clearly each mistake shows, and how far any two are from each other, over many sessions.

Distances are in units of the bound within which an answer counts as right. Answers that differ in
outcome, shape, integers or finite places are infinitely far apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from tfmdrill.grading.comparing import as_array
from tfmdrill.grading.diagnosis import NEAR
from tfmdrill.grading.oracle import UNITS, Answer, least_bounds
from tfmdrill.grading.plan import Step
from tfmdrill.grading.suspects import Suspects
from tfmdrill.grading.trees import leaves
from tfmdrill.model.problem import Bug, BugKind
from tfmdrill.model.verification import SEPARATION_WANTED, BugVerdict, PairVerdict

Array = np.ndarray[Any, Any]

SHOWING = 2  # cases of a session on which a mistake must show
FAR = float("inf")
SMALLEST = 1e-12  # a bound where the right answer and all arguments are zero


@dataclass(frozen=True)
class Separation:
    """Over all sessions, the least clear one.

    alone: by bug, how far it is from the right answer on its second clearest case.
    apart: by pair of bugs (indices, the first smaller), how far they are on their clearest case.
    """

    bugs: tuple[Bug, ...]
    alone: Array  # (bugs,) float64
    apart: Array  # (bugs, bugs) float64

    def told(self, verdict: BugVerdict) -> BugVerdict:
        """The verdict with the bug's separation in it."""
        ids = [bug.id for bug in self.bugs]
        if verdict.id not in ids:
            return verdict
        return replace(verdict, separation=float(self.alone[ids.index(verdict.id)]))

    def pairs(self) -> tuple[PairVerdict, ...]:
        """Every two bugs."""
        return tuple(
            PairVerdict(
                one.id,
                other.id,
                float(self.apart[i, j]),
                other.id in one.same_as or one.id in other.same_as,
            )
            for (i, one), (j, other) in combinations(enumerate(self.bugs), 2)
        )


def separation(suspects: Suspects, sessions: Sequence[Sequence[Step]]) -> Separation:
    """How well the value and raises bugs are told from the right answer and from each other."""
    bugs = tuple(suspects.of_kind(BugKind.VALUE, BugKind.RAISES))
    alone = np.full(len(bugs), FAR)
    apart = np.full((len(bugs), len(bugs)), FAR)
    for steps in sessions:
        distances = [_distances(suspects, bugs, step) for step in steps]  # right answer last
        from_right = np.array(
            [_wrong(suspects, bugs, s, d) for s, d in zip(steps, distances, strict=True)]
        )
        alone = np.minimum(alone, np.sort(from_right, axis=0)[-SHOWING])
        largest = np.max([d[:-1, :-1] for d in distances], axis=0)
        for i, j in np.argwhere(np.triu(largest < NEAR, 1)):
            # Near enough for the mistakes' own, wider bounds to matter.
            own = [
                d[i, j] / _widening(suspects, (bugs[i], bugs[j]), s)
                for d, s in zip(distances, steps, strict=True)
                if d[i, j] > 0
            ]
            largest[i, j] = max(own, default=0.0)
        apart = np.minimum(apart, largest)
    return Separation(bugs, alone, apart)


def needless_same_as(pairs: Sequence[PairVerdict]) -> Iterator[str]:
    """A complaint for each pair that is declared as equal, and isn't in any session."""
    for pair in pairs:
        if pair.same_as and pair.separation > SEPARATION_WANTED:
            yield (
                f"bugs.toml: {pair.first} and {pair.second} say same_as, but differ by "
                f"{pair.separation:.3g}x the bound in every session."
            )


def _distances(suspects: Suspects, bugs: Sequence[Bug], step: Step) -> Array:
    """(answers, answers): how far apart the answers of all bugs and the right one are."""
    answers = [*(suspects.answer((bug,), step) for bug in bugs), step.expected.answer]
    described = [_description(answer, step) for answer in answers]
    apart = np.full((len(answers), len(answers)), FAR)
    for kind in {kind for kind, _ in described}:
        members = [i for i, (k, _) in enumerate(described) if k == kind]
        values = np.array([described[i][1] for i in members])  # (members, entries)
        with np.errstate(all="ignore"):
            differences = np.abs(values[:, None, :] - values[None, :, :])
        apart[np.ix_(members, members)] = np.max(differences, axis=2, initial=0.0)
    return apart


def _wrong(suspects: Suspects, bugs: Sequence[Bug], step: Step, distances: Array) -> Array:
    """(bugs,): how far each is from the right answer; where an exception is due, which counts."""
    if not step.expected.answer.is_exception:
        return distances[:-1, -1]
    wanted = step.expected.answer.raised[0]
    answers = [suspects.answer((bug,), step) for bug in bugs]
    return np.array([0.0 if wanted in answer.raised else FAR for answer in answers])


def _description(answer: Answer, step: Step) -> tuple[Any, Array]:
    """What must be equal for two answers to be near, and the finite floats in bounds.

    As in the diagnosis, any exception equals any other, and NaN equals an infinity.
    """
    if answer.is_exception:
        return "raised", np.zeros(0)
    kind: list[Any] = []
    values: list[Array] = []
    right = step.expected
    # Without a bound of its own, where an exception is due, the least that its arguments allow.
    (least,) = least_bounds(step.case, Answer(0.0), u=UNITS[step.dtype])
    for number, (path, leaf) in enumerate(leaves(answer.value)):
        array = as_array(leaf)
        if array is None or array.dtype.kind != "f":
            exact = repr(leaf) if array is None else array.tolist()
            kind.append((path, repr(exact)))
            continue
        finite = np.isfinite(array)
        bound = right.bounds[number] if number < len(right.bounds) else least
        kind.append((path, array.shape, finite.tobytes()))
        values.append(array[finite] / (bound or SMALLEST))
    return tuple(kind), np.concatenate([np.zeros(0), *values])


def _widening(suspects: Suspects, pair: tuple[Bug, Bug], step: Step) -> float:
    """By how much the worse conditioned of two mistakes widens the reference's bounds."""
    if step.expected.answer.is_exception:
        return 1.0
    own = [suspects.bounds((bug,), step) for bug in pair]
    ratios = [
        wide / bound
        for bounds in own
        for wide, bound in zip(bounds, step.expected.bounds, strict=False)
        if bound > 0
    ]
    return max(1.0, *ratios, 1.0)
