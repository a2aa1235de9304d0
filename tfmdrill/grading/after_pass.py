"""What is worth knowing of a right answer: agreement with the fused operation, and its cost."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from tfmdrill.grading.building import Built
from tfmdrill.grading.candidate import Candidate
from tfmdrill.grading.comparing import as_array
from tfmdrill.grading.plan import Step
from tfmdrill.model.report import Agreement, Report, SideBySide
from tfmdrill.model.source import Source

BATCHES = 50
SIDE_BY_SIDE_ROUNDS = 5
AGAINST = "torch's scaled_dot_product_attention"


def agreement(report: Report, built: Built, user: Candidate, fused: Candidate) -> Report:
    """The report with the largest difference from the fused operation on 50 random batches."""
    largest, batches = 0.0, 0
    for step in _fresh_steps(built, BATCHES, scripts=False):
        mine, theirs = user.call(step), fused.call(step)
        if not (mine.returned and theirs.returned):
            continue
        one, other = as_array(mine.answer.value), as_array(theirs.answer.value)
        if one is None or other is None or one.shape != other.shape:
            continue
        with np.errstate(all="ignore"):
            difference = np.abs(one.astype(np.float64) - other.astype(np.float64))
        both = np.isfinite(difference)
        largest = max(largest, float(np.max(difference, where=both, initial=0.0)))
        batches += 1
    return replace(report, agreement=Agreement(batches, largest, AGAINST)) if batches else report


def side_by_side(
    report: Report,
    built: Built,
    source: Source,
    user: Candidate,
    model: Candidate,
    model_source: str,
) -> Report:
    """The report with CPU and peak memory of both on the same calls, and both sources."""
    steps = list(_fresh_steps(built, BATCHES, scripts=True))
    seconds = []
    for candidate in (user, model):
        candidate.call(steps[0])  # starts the child and loads the file
        start = candidate.cpu_s()
        for _ in range(SIDE_BY_SIDE_ROUNDS):
            for step in steps:
                candidate.call(step)
        seconds.append((candidate.cpu_s() - start) / SIDE_BY_SIDE_ROUNDS)
    return replace(
        report,
        beside=SideBySide(
            user_cpu_s=seconds[0],
            model_cpu_s=seconds[1],
            user_memory_bytes=user.memory_bytes(),
            model_memory_bytes=model.memory_bytes(),
            user_source=source.code.decode("utf-8"),
            model_source=model_source,
        ),
    )


def _fresh_steps(built: Built, count: int, *, scripts: bool) -> Iterator[Step]:
    """Value cases of other seeds; what is right for them isn't worked out."""
    base = built.plan.base_check.steps[0].expected
    given = 0
    for round_number in range(1, count + 1):
        for case in built.drawer.fresh(built.plan.seed + round_number):
            if (scripts or case.script is None) and case.raises is None:
                yield Step(case, base)
                given += 1
                if given == count:
                    return
