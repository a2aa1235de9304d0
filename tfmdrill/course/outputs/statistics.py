"""How the checks of a problem did as test items: difficulty and discrimination."""

import math
import statistics
from collections.abc import Sequence

from tfmdrill.course.outputs.redacting import is_hidden
from tfmdrill.model.class_page import ItemRow
from tfmdrill.model.course import CourseProblem, Result
from tfmdrill.model.report import CheckResult, Outcome

UNJUDGED = (Outcome.SKIPPED, Outcome.TOO_NOISY, Outcome.GRADER_FAULT)
LEAST = 3  # pairs; a correlation of two is always 1 or -1


def point_biserial(passed: Sequence[bool], scores: Sequence[float]) -> float | None:
    """Pearson's correlation of a yes-or-no with a number; None where either doesn't vary.

    Source: Lord and Novick, Statistical Theories of Mental Test Scores (1968), section 15.5.

    >>> round(point_biserial([True, True, False, False], [1.0, 0.8, 0.4, 0.2]), 3)
    0.949
    """
    if len(passed) < LEAST or len(set(passed)) < 2 or len(set(scores)) < 2:
        return None
    chosen = [score for score, right in zip(scores, passed, strict=True) if right]
    others = [score for score, right in zip(scores, passed, strict=True) if not right]
    share = len(chosen) / len(scores)
    spread = statistics.pstdev(scores)
    apart = statistics.fmean(chosen) - statistics.fmean(others)
    return max(-1.0, min(1.0, apart / spread * math.sqrt(share * (1 - share))))


def item_rows(results: Sequence[Result], problem: CourseProblem) -> tuple[ItemRow, ...]:
    """A row a check, in the order in which they first appear in the reports."""
    names: dict[str, CheckResult] = {}
    for result in results:
        for check in result.judged:
            names.setdefault(check.id, check)
    return tuple(
        row
        for check in names.values()
        if (row := _item_row(check, results, is_hidden(check, problem))) is not None
    )


def _item_row(check: CheckResult, results: Sequence[Result], hidden: bool) -> ItemRow | None:
    passed, rest = [], []
    for result in results:
        found = next((c for c in result.judged if c.id == check.id), None)
        if found is None or found.outcome in UNJUDGED:
            continue
        passed.append(found.outcome is Outcome.PASSED)
        rest.append(_score_without(result, check.id))
    if not passed:
        return None
    return ItemRow(
        check.id,
        check.title,
        hidden,
        len(passed),
        sum(passed) / len(passed),
        point_biserial(passed, rest),
    )


def _score_without(result: Result, left_out: str) -> float:
    """The share of all other judged weight that was passed: a check isn't compared with itself."""
    others = [c for c in result.judged if c.id != left_out and c.outcome not in UNJUDGED]
    total = sum(c.weight for c in others)
    earned = sum(c.weight for c in others if c.outcome is Outcome.PASSED)
    return earned / total if total else 0.0
