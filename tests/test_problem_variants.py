"""A variant is made of its problem and of what it changes; what doesn't fit is told exactly."""

from pathlib import Path

import numpy as np
import pytest
from variant_pack import with_variant

from tfmdrill.catalogue import (
    active_packs,
    all_names,
    all_problems,
    all_summaries,
    find_problem,
    load_bugs,
    load_checks,
    load_questions,
    load_reference,
    load_statement,
    solution_path,
    stub_for,
    variants_of,
)
from tfmdrill.errors import ProblemError, UsageError
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.model.pack import Pack
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source

NAME = "double-it:halved"


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return with_variant(tmp_path)


@pytest.fixture
def halved(pack: Pack) -> Problem:
    return find_problem(NAME, [pack])


def test_a_variant_is_a_problem_of_that_name(pack: Pack, halved: Problem) -> None:
    assert (halved.slug, halved.variant, halved.name) == ("double-it", "halved", NAME)
    assert halved.title == "Twice the values, halved"
    assert halved.convention is not None
    assert halved.convention.says == "Every value is halved, not doubled."
    base = find_problem("double-it", [pack])
    assert (base.name, base.convention, base.variants) == ("double-it", None, halved.variants)
    assert variants_of(base, [pack]) == (halved,)


def test_the_stub_has_the_changes_of_its_table(halved: Problem) -> None:
    stub = stub_for(halved, Framework.NUMPY)
    assert stub.startswith("# tfmdrill: double-it:halved (numpy)\n")
    assert "Every value is halved, not doubled." in stub
    assert "offset: float = 1.0" in stub
    assert "Every value times a half, plus an offset." in stub
    assert "tfmdrill show double-it:halved" in stub


def test_the_statement_says_the_convention_first_and_has_the_patches(halved: Problem) -> None:
    lines = load_statement(halved).splitlines()
    assert lines[0] == "# Twice the values, halved"
    assert lines[2] == "> **Variant halved.** Every value is halved, not doubled."
    assert "array([[1. , 1.5, 2. ]])" in lines


def test_the_reference_and_the_solutions_are_the_variants(halved: Problem) -> None:
    assert load_reference(halved).double_it(np.array([3.0])).tolist() == [2.5]
    assert "x / 2" in solution_path(halved, Framework.NUMPY).read_text()


def test_its_own_file_stands_in_for_the_problems(pack: Pack, halved: Problem) -> None:
    own = pack.graders_dir / "double-it/variants/halved"
    (own / "patches.toml").unlink()
    (own / "reference.py").write_text("def double_it(x, *, offset=1.0):\n    return x / 8\n")
    assert load_reference(halved).double_it(8.0) == 1.0


def test_the_standard_form_is_a_mistake_and_the_others_hold(halved: Problem) -> None:
    bugs = {bug.id: bug for bug in load_bugs(halved)}
    assert list(bugs) == ["standard-form", "offset-ignored", "squared"]
    assert bugs["squared"].says == "The values are squared instead of halved."
    form = bugs["standard-form"]
    assert form.says == (
        "You solved the standard form. What is asked here: Every value is halved, not doubled."
    )
    assert (form.because, form.fix) == ("The scale is off by four.", "Multiply by 0.5.")
    assert "0.5" in form.find
    assert "2.0" in form.replace


def test_the_questions_are_the_problems(pack: Pack, halved: Problem) -> None:
    assert load_questions(halved) == load_questions(find_problem("double-it", [pack]))


@pytest.mark.parametrize(
    ("default", "body", "bug"),
    [
        (0.0, "2 * x + offset", "standard-form"),
        (1.0, "x * x + offset", "squared"),
        (1.0, "x / 2", "offset-ignored"),
    ],
)
def test_answers_are_named(halved: Problem, default: float, body: str, bug: str) -> None:
    code = f"def double_it(x, *, offset={default}):\n    return {body}\n"
    with Grader() as grader:
        source = Source("mine.py", code.encode())
        report = grader.grade(GradeRequest(halved, source, Framework.NUMPY, seed=3))
    assert report.outcome is Outcome.WRONG
    assert (report.problem, report.variant, report.name) == ("double-it", "halved", NAME)
    assert [d.bug for d in report.diagnoses] == [bug]


def test_a_variant_that_isnt_there_is_told_with_those_that_are(pack: Pack) -> None:
    with pytest.raises(UsageError, match="double-it has no variant 'third'; it has halved"):
        find_problem("double-it:third", [pack])
    with pytest.raises(UsageError, match="has no variant ''; it has halved"):
        find_problem("double-it:", [pack])
    with pytest.raises(UsageError, match="softmax has no variant 'x'; it has none"):
        find_problem("softmax:x", active_packs())


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (
            "problems/double-it/problem.toml",
            'fix = "Mult',
            'fux = "Mult',
            "fux.*did you mean 'fix'",
        ),
        ("problems/double-it/problem.toml", '"Multiply by 0.5."', '" "', r"halved\.fix: is ''"),
        ("problems/double-it/problem.toml", "[variant.halved]", '["variant".halved]', "a table"),
        (
            "problems/double-it/problem.toml",
            '"double_it.offset"',
            '"double_it.y"',
            r"halved\.change: is 'double_it\.y', wanted an entry, or entry\.parameter",
        ),
        (
            "problems/double-it/problem.toml",
            '[variant.halved.change.double_it]\nsays = "',
            '[variant.halved.change.double_it]\nshape = "',
            r"change\.double_it\.shape: is 'Every value .*, wanted none here",
        ),
        (
            "problems/double-it/problem.toml",
            "default = 1.0",
            "defult = 1.0",
            r"double_it\.offset\.defult: is no key",
        ),
        (
            "graders/double-it/variants/halved/patches.toml",
            "    scaled = np.multiply(x, 2.0)",
            "    scaled = x",
            r"patches\.toml: patch\[0\]: `find` occurs 0 times",
        ),
        (
            "graders/double-it/variants/halved/patches.toml",
            '"reference.py"',
            '"refrence.py"',
            r"patch\[0\]\.file: is 'refrence\.py'",
        ),
        (
            "graders/double-it/variants/halved/patches.toml",
            '"reference.py"',
            '"bugs.toml"',
            r"patch\[0\]\.file: is 'bugs\.toml'",
        ),
        (
            "graders/double-it/variants/halved/bugs.toml",
            'id = "squared"',
            'id = "cubed"',
            r"'squared': `find` isn't once .* restate the mistake in .*bugs\.toml, or name it",
        ),
        (
            "graders/double-it/variants/halved/bugs.toml",
            "\n[[bug]]",
            'drop = ["cubed"]\n[[bug]]',
            "drop: is 'cubed', wanted the id of a mistake",
        ),
        (
            "graders/double-it/variants/halved/patches.toml",
            "offset=1.0):\n    scaled = np.multiply(x, 0.5)",
            "offset=0.0):\n    scaled = np.multiply(x, 2.0)",
            "the variant halved changes nothing in it|isn't once",
        ),
    ],
)
def test_what_doesnt_fit_is_told(pack: Pack, name: str, old: str, new: str, says: str) -> None:
    path = pack.problems_dir.parent / name
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    with pytest.raises(ProblemError, match=says):
        load_bugs(find_problem(NAME, [pack]))


def test_a_patch_of_a_file_that_is_the_variants_own_is_refused(pack: Pack, halved: Problem) -> None:
    (pack.graders_dir / "double-it/variants/halved/reference.py").write_text("")
    path = pack.graders_dir / "double-it/variants/halved/patches.toml"
    (pack.graders_dir / "double-it/fused.py").write_text("")
    path.write_text(path.read_text() + '[[patch]]\nfile = "checks.py"\nfind = "a"\nreplace = ""\n')
    with pytest.raises(ProblemError, match=r"patch\[0\]\.file.*variant has its own"):
        load_checks(halved)


def test_a_missing_solution_is_not_the_problems(pack: Pack, halved: Problem) -> None:
    (pack.graders_dir / "double-it/variants/halved/solutions/in_torch.py").unlink()
    with pytest.raises(ProblemError, match="the model answer is missing"):
        solution_path(halved, Framework.TORCH)


def test_the_quick_look_sees_the_same_variants() -> None:
    packs = active_packs()
    for summary, problem in zip(all_summaries(packs), all_problems(packs), strict=True):
        assert summary.variants == tuple(variant.name for variant in problem.variants)


def test_names_are_those_of_problems_then_of_variants(pack: Pack) -> None:
    assert list(all_names([pack])) == ["double-it", NAME]
