"""Right answers in unusual styles pass; natural wrong ones fail under their own name.

The files under `variants/` were written apart from the grader: a file under `right/` says by
being there that it is right, one under `wrong/` says by its name which mistake it makes
(`<bug>.py`, a second form `<bug>--2.py`).
"""

from pathlib import Path

import pytest

from tfmdrill.catalogue import load_bugs
from tfmdrill.config import Limits
from tfmdrill.grading import GradeRequest
from tfmdrill.model.report import Outcome
from tfmdrill.practice.reading import header_of, read_source

VARIANTS = Path(__file__).parent / "variants"
NOISY_ATTEMPTS = 6
LEAST_RIGHT = 10  # variants of a right answer that each problem has


def _files(kind: str) -> list[Path]:
    return sorted(VARIANTS.glob(f"*/{kind}/*.py"))


def _id(path: Path) -> str:
    return f"{path.parts[-3]}/{path.stem}"


def _grade(grader, problem, path: Path, seed: int):
    source = read_source(path, limits=Limits())
    slug, framework = header_of(source)
    assert slug == path.parts[-3]
    for attempt in range(NOISY_ATTEMPTS):
        request = GradeRequest(problem(slug), source, framework, seed=seed + attempt)
        report = grader.grade(request)
        # "Too noisy to judge" is no verdict: where other load falls on a meter, it is read again.
        if all(c.outcome is not Outcome.TOO_NOISY for c in report.checks):
            break
    return report


@pytest.mark.parametrize("path", _files("right"), ids=_id)
def test_a_right_answer_passes_whatever_its_style(grader, problem, path):
    report = _grade(grader, problem, path, seed=20261)
    fine = (Outcome.PASSED, Outcome.TOO_NOISY)  # what else runs here is not the file's fault
    failed = [(c.id, c.message) for c in report.checks if c.outcome not in fine]
    assert (report.outcome, failed) == (Outcome.PASSED, [])
    assert report.score == 1.0


@pytest.mark.parametrize("path", _files("wrong"), ids=_id)
def test_a_wrong_answer_fails_under_its_own_name(grader, problem, path):
    report = _grade(grader, problem, path, seed=20262)
    bug = path.stem.split("--")[0]
    known = {b.id: b for b in load_bugs(problem(path.parts[-3]))}
    assert report.outcome is not Outcome.PASSED
    assert report.score < 1.0
    assert {d.bug for d in report.diagnoses} - set(known[bug].same_as) == {bug}


def test_each_problem_has_enough_variants():
    slugs = {path.parts[-3] for path in _files("right")}
    for slug in slugs:
        right = list((VARIANTS / slug / "right").glob("*.py"))
        assert len(right) >= LEAST_RIGHT, slug
