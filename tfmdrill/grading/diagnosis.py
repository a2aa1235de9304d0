"""Which named mistake it is.

A mistake matches a case if it ends in the same kind of outcome (any exception equals any
exception) with the same shape, the same finite places and the same values within the bound. It
is named iff it matches every case, failing and passing, and at least one failing one by value.
Singles are tried first, pairs only where no single matches. Where several match, further cases
that tell them apart are put to the submission; what stays equal is shown together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, repeat

import numpy as np

from tfmdrill.grading.candidate import Observed
from tfmdrill.grading.comparing import Fault, answers_agree, compare
from tfmdrill.grading.gradient import GradientFault
from tfmdrill.grading.oracle import UNITS, Answer, ask, least_bounds
from tfmdrill.grading.plan import Drawer, Step, Stepper, in_dtype
from tfmdrill.grading.shrinking import case_size
from tfmdrill.grading.suspects import JOINED, Suspect, Suspects
from tfmdrill.grading.trees import leaves
from tfmdrill.model.case import Case
from tfmdrill.model.problem import BugKind
from tfmdrill.model.report import Diagnosis

FURTHER_DRAWS = 200  # cases drawn to tell equal suspects apart
FURTHER_CALLS = 16  # of them put to the submission
NEAR = 1000.0  # bounds of the reference within which a mistake's own bound is worked out,
NEARBY = 1e-3  # or this part of the mistake's largest value
VISIBLE = 4.0  # two mistakes differ on a case if they differ by this many bounds

Ask = Callable[[Step], Observed]


@dataclass(frozen=True)
class Evidence:
    """One step with what the submission did; `right` is the verdict of the comparison."""

    step: Step
    seen: Observed
    right: bool

    @property
    def judged(self) -> bool:
        """A timeout or a death says nothing about values."""
        return self.seen.returned or self.seen.raised


@dataclass(frozen=True)
class Effects:
    """What was seen of the arguments after calls: by step, the names that had changed."""

    changed: tuple[tuple[Step, frozenset[str]], ...] = ()


@dataclass(frozen=True)
class GradientEvidence:
    """By the label (mode or title) of a gradient case: the fault, or None if it was right."""

    faults: tuple[tuple[str, GradientFault | None], ...] = ()


class Detective:
    """Names the mistakes of one submission from the evidence of all its cases."""

    def __init__(self, suspects: Suspects, drawer: Drawer, stepper: Stepper, ask: Ask) -> None:
        self._suspects = suspects
        self._drawer = drawer
        self._stepper = stepper
        self._ask = ask

    def by_value(self, evidence: Sequence[Evidence]) -> list[Diagnosis]:
        """The mistakes that explain every case; several where they can't be told apart."""
        judged = [
            e
            for e in evidence
            if e.judged and e.step.dtype == "float32" and not e.step.case.rounding
        ]
        failing = [e for e in judged if not e.right]
        if not failing:
            return []
        ordered = [*sorted(failing, key=_size), *[e for e in judged if e.right]]
        singles = [(b,) for b in self._suspects.of_kind(BugKind.VALUE, BugKind.RAISES)]
        for pool in (lambda: singles, self._suspects.pairs):
            matching = [s for s in pool() if self._explains(s, ordered)]
            if matching:
                named = self._told_apart(matching, ordered)
                return [_diagnosis(s, len(ordered), len(ordered)) for s in named]
        return []

    def by_rounding(self, evidence: Sequence[Evidence]) -> list[Diagnosis]:
        """Numeric mistakes: they fail where the submission fails, and it on half of those.

        Two of them together are tried where no single one covers the failures.
        """
        judged = [e for e in evidence if e.judged]
        failing = {id(e.step) for e in judged if not e.right}
        if not failing:
            return []
        broken: dict[Suspect, set[int]] = {
            (bug,): {
                id(e.step)
                for e in judged
                if not e.step.expected.answer.is_exception and self._breaks((bug,), e.step)
            }
            for bug in self._suspects.of_kind(BugKind.NUMERIC)
        }
        wrong = [e for e in judged if not e.right]
        fitting = {
            s: on
            for s, on in broken.items()
            if on and 2 * len(failing & on) >= len(on) and self._looks_like(s, wrong)
        }
        found = {s: on for s, on in fitting.items() if failing <= on}
        if not found:
            found = {
                (*one, *other): fitting[one] | fitting[other]
                for one, other in combinations(fitting, 2)
                if failing <= fitting[one] | fitting[other]
            }
        closest = min((len(on) for on in found.values()), default=0)
        return [
            _diagnosis(s, len(failing), len(on)) for s, on in found.items() if len(on) == closest
        ]

    def by_effect(self, effects: Effects) -> list[Diagnosis]:
        """Mistakes that write to an argument: the same arguments, on each step looked at."""
        if not any(names for _, names in effects.changed):
            return []
        steps = len(effects.changed)
        return [
            _diagnosis((bug,), steps, steps)
            for bug in self._suspects.of_kind(BugKind.EFFECT)
            if all(
                self._suspects.modified_arguments((bug,), step) == names
                for step, names in effects.changed
            )
        ]

    def by_gradient(self, evidence: GradientEvidence) -> list[Diagnosis]:
        """Mistakes of the gradient alone: the same symptom on just the cases they name."""
        failing = {label: fault for label, fault in evidence.faults if fault is not None}
        right = {label for label, fault in evidence.faults if fault is None}
        if not failing:
            return []
        found = []
        for bug in self._suspects.of_kind(BugKind.GRADIENT):
            symptoms = {fault.symptom for fault in failing.values()}
            here = not bug.modes or (
                failing.keys() <= set(bug.modes) and not (right & set(bug.modes))
            )
            if symptoms == {bug.symptom} and here and (bug.modes or not right):
                found.append(_diagnosis((bug,), len(failing), len(failing)))
        return found

    def matches(self, suspect: Suspect, step: Step, seen: Observed) -> bool:
        """Whether the mistake would have done just what the submission did."""
        answer = self._suspects.answer(suspect, step)
        if seen.raised or answer.is_exception:
            return answer.is_exception and seen.raised
        # The mistake may be worse conditioned than the reference; its own bound costs some runs,
        # so it is worked out only where the two are near each other. Most are not.
        bounds = step.expected.bounds
        largest = self._suspects.largest(suspect, step)
        near = max(NEAR * max(bounds, default=0.0), NEARBY * largest)
        if not answers_agree(answer, seen.answer, repeat(near)):
            return False
        if answers_agree(answer, seen.answer, bounds):
            return True
        return answers_agree(answer, seen.answer, self._suspects.bounds(suspect, step))

    def differs(self, one: Suspect, other: Suspect, step: Step) -> bool:
        """Whether two mistakes can be told apart by this step, with room to spare."""
        first, second = self._suspects.answer(one, step), self._suspects.answer(other, step)
        wide = [
            VISIBLE * max(a, b)
            for a, b in zip(
                self._suspects.bounds(one, step), step.expected.bounds or (0.0,) * 99, strict=False
            )
        ]
        return not answers_agree(first, second, wide)

    def _explains(self, suspect: Suspect, ordered: Sequence[Evidence]) -> bool:
        by_value = False
        for item in ordered:
            if not self.matches(suspect, item.step, item.seen):
                return False
            by_value |= not item.right and (
                item.seen.returned or item.step.expected.answer.is_exception
            )
        if len(suspect) == 2 and not self._needs_both(suspect, ordered):
            return False
        return by_value or any(bug.kind is BugKind.RAISES for bug in suspect)

    def _needs_both(self, pair: Suspect, ordered: Sequence[Evidence]) -> bool:
        """Whether each half shows where the other alone does something else.

        It must show in a value, unless it is a mistake whose sign is an exception.
        """
        wrong = [e for e in ordered if not e.right]
        values = [e for e in wrong if e.seen.returned]
        return all(
            any(
                not self.matches((other,), e.step, e.seen)
                for e in (wrong if half.kind is BugKind.RAISES else values)
            )
            for half, other in (pair, pair[::-1])
        )

    def _breaks(self, suspect: Suspect, step: Step) -> bool:
        answer = self._suspects.answer(suspect, step)
        return answer.is_exception or compare(answer.value, step.expected) is not None

    def _looks_like(self, suspect: Suspect, wrong: Sequence[Evidence]) -> bool:
        """Whether both are wrong in one way somewhere: by their numbers, or by NaN, inf or an
        exception. Where just something overflows depends on the style, and on the dtype, and in
        integers made of what overflowed nothing shows."""
        if not any(_holds_floats(e.step) for e in wrong):
            return True
        ways = [
            (_gives_numbers(e.seen.answer, e.step), _gives_numbers(told, e.step))
            for e in wrong
            for told in [self._suspects.answer(suspect, e.step)]
        ]
        return any(theirs is its and theirs is not None for theirs, its in ways)

    def _told_apart(self, matching: list[Suspect], ordered: Sequence[Evidence]) -> list[Suspect]:
        origins = [e.step.origin for e in ordered if e.step.origin is not None]
        draws = calls = 0
        while len(matching) > 1 and draws < FURTHER_DRAWS and calls < FURTHER_CALLS and origins:
            attempt, which = divmod(draws, len(origins))
            draws += 1
            case = self._drawer.again(
                origins[which], attempt=100 + attempt, scale=0.5, simple=False
            )
            if case is None or not self._may_differ(matching, case):
                continue
            step = self._stepper.step(case, origin=origins[which])
            first = matching[0]
            if not any(self.differs(first, other, step) for other in matching[1:]):
                continue
            if not self._drawer.fits(case):
                continue
            calls += 1
            seen = self._ask(step)
            if not (seen.returned or seen.raised):
                break
            left = [s for s in matching if self.matches(s, step, seen)]
            if not left:
                return []
            matching = left
        return matching

    def _may_differ(self, matching: Sequence[Suspect], case: Case) -> bool:
        """False where they agree within what every bound is at least; costs no jitter runs."""
        rounded = in_dtype(case, "float32")
        answers = [ask(rounded, self._suspects.module(s)) for s in matching]
        bounds = least_bounds(rounded, answers[0], u=UNITS["float32"])
        wide = [VISIBLE * bound for bound in bounds]
        return not all(answers_agree(answers[0], other, wide) for other in answers[1:])


def _holds_floats(step: Step) -> bool:
    right = [np.asarray(leaf) for _, leaf in leaves(step.expected.answer.value)]
    return any(array.dtype.kind == "f" for array in right)


def _gives_numbers(answer: Answer, step: Step) -> bool | None:
    """Whether it is wrong by its numbers, not by NaN, inf or an exception; None if it is right."""
    if answer.is_exception:
        return False
    mismatch = compare(answer.value, step.expected)
    return None if mismatch is None else mismatch.fault is not Fault.PLACES


def _size(item: Evidence) -> tuple[bool, int]:
    """Small steps first, and those that end in a value before those that end in an exception."""
    return not item.seen.returned, case_size(item.step.case)


def together(one: Diagnosis, other: Diagnosis) -> Diagnosis:
    """Two findings that hold side by side, as one."""
    return Diagnosis(
        bug=one.bug + JOINED + other.bug,
        says=f"{one.says} {other.says}",
        because=f"{one.because} {other.because}",
        fix=f"{one.fix} {other.fix}",
        matched=one.matched + other.matched,
        of=one.of + other.of,
    )


def _diagnosis(suspect: Suspect, matched: int, of: int) -> Diagnosis:
    return Diagnosis(
        bug=JOINED.join(b.id for b in suspect),
        says=" ".join(b.says for b in suspect),
        because=" ".join(b.because for b in suspect),
        fix=" ".join(b.fix for b in suspect),
        matched=matched,
        of=of,
    )
