"""Variants of problems: right answers in unusual styles pass, the memorised ones are named.

The files under `conventions/<slug>/<variant>/` were written apart from the grader, as those under
`variants/` for the problems themselves. The memorised answer is the problem's own model answer.
"""

from pathlib import Path

import pytest

from tfmdrill.catalogue import active_packs, all_problems, find_problem, solution_path, variants_of
from tfmdrill.config import Limits
from tfmdrill.grading import GradeRequest
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source
from tfmdrill.practice.reading import header_of, read_source

FILES = Path(__file__).parent / "conventions"
PACKS = active_packs()
VARIANTS = [v for problem in all_problems(PACKS) for v in variants_of(problem, PACKS)]
LEAST_RIGHT = 4
LEAST_PROBLEMS = 6


def _files(kind: str) -> list[Path]:
    return sorted(FILES.glob(f"*/*/{kind}/*.py"))


def _id(path: Path) -> str:
    return "/".join((*path.parts[-4:-2], path.stem))


def _graded(grader, path: Path):
    source = read_source(path, limits=Limits())
    name, framework = header_of(source)
    assert name == ":".join(path.parts[-4:-2])
    request = GradeRequest(find_problem(name, PACKS), source, framework, seed=20263)
    return grader.grade(request)


@pytest.mark.parametrize("path", _files("right"), ids=_id)
def test_a_right_answer_passes_whatever_its_style(grader, path):
    report = _graded(grader, path)
    failed = [(c.id, c.message) for c in report.checks if c.outcome is not Outcome.PASSED]
    assert (report.outcome, failed, report.score) == (Outcome.PASSED, [], 1.0)
    assert (report.problem, report.variant) == path.parts[-4:-2]


@pytest.mark.parametrize("path", _files("wrong"), ids=_id)
def test_a_wrong_answer_fails_under_its_own_name(grader, path):
    report = _graded(grader, path)
    assert report.outcome is not Outcome.PASSED
    assert [d.bug for d in report.diagnoses] == [path.stem]


@pytest.mark.parametrize(
    ("variant", "framework"),
    [(v, f) for v in VARIANTS for f in v.frameworks],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_the_memorised_answer_is_named_as_that(grader, variant, framework):
    memorised = solution_path(find_problem(variant.slug, PACKS), framework)
    source = Source(memorised.name, memorised.read_bytes())
    report = grader.grade(GradeRequest(variant, source, framework, seed=20264))
    assert report.outcome in (Outcome.WRONG, Outcome.ERROR)  # ERROR where some shapes do not fit
    (diagnosis,) = report.diagnoses
    assert diagnosis.bug == "standard-form"
    assert diagnosis.says.startswith("You solved the standard form.")
    assert (diagnosis.because, diagnosis.fix) == (
        variant.convention.because,
        variant.convention.fix,
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_each_variant_has_enough_answers(variant):
    folder = FILES / variant.slug / variant.variant
    assert len(list(folder.glob("right/*.py"))) >= LEAST_RIGHT
    assert list(folder.glob("wrong/*.py"))


def test_enough_problems_have_a_variant():
    assert len({variant.slug for variant in VARIANTS}) >= LEAST_PROBLEMS
