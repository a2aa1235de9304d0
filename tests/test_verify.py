"""A planted hole in a problem is complained of, and a sound problem is trusted.

The holes are made in copies of the fixture pack, set in NumPy alone so that torch isn't imported.
"""

import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest
from command import Shell
from problem_files import changed_pack

from tfmdrill.catalogue import find_problem
from tfmdrill.errors import GraderFault
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.grading.building import build_plan
from tfmdrill.grading.suspects import Suspects
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.source import Source
from tfmdrill.model.verification import ProblemVerdict, Verification
from tfmdrill.render.verification import complaints_of
from tfmdrill.verify import verify_problems
from tfmdrill.verify.content import remote_calls
from tfmdrill.verify.naming import Naming

TOML = "problems/double-it/problem.toml"
STATEMENT = "problems/double-it/statement.md"
HINTS = "problems/double-it/hints.md"
CHECKS = "graders/double-it/checks.py"
BUGS = "graders/double-it/bugs.toml"
SOLUTION = "graders/double-it/solutions/in_numpy.py"

BUG = '''
[[bug]]
id = "{id}"
says = "Something is wrong."
because = "It is."
fix = "Don't."
find = """
    return scaled + offset
"""
replace = """
    return {becomes}
"""
same_as = {same_as}
'''


def bug(id: str, becomes: str, same_as: str = "[]") -> str:
    return BUG.format(id=id, becomes=becomes, same_as=same_as)


def changed(folder: Path, *changes: tuple[str, str, str]) -> Problem:
    """The fixture problem in NumPy alone, with `old` become `new` in files; "" is the end."""
    pack = changed_pack(folder, TOML, '["torch", "numpy"]', '["numpy"]')
    for name, old, new in changes:
        path = folder / "tiny" / name
        text = path.read_text()
        assert not old or text.count(old) == 1, f"{old!r} must occur once in {name}"
        path.write_text(text.replace(old, new) if old else text + new)
    return find_problem("double-it", [pack])


def verified(folder: Path, *changes: tuple[str, str, str]) -> ProblemVerdict:
    (verdict,) = verify_problems([changed(folder, *changes)]).problems
    return verdict


def test_side_by_side_the_same_is_measured_in_the_same_order(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("sound", "holed", "sound-again")]
    for folder in folders:
        folder.mkdir()
    problems = [changed(folders[0]), changed(folders[1], (SOLUTION, "2 * x", "3 * x"))]
    problems.append(changed(folders[2]))
    told: list[str] = []
    alone = verify_problems(problems)
    beside = verify_problems(problems, jobs=2, told=told.append)

    def untimed(verification: Verification) -> list[ProblemVerdict]:
        return [replace(verdict, elapsed_s=0.0) for verdict in verification.problems]

    assert untimed(beside) == untimed(alone)
    assert [verdict.trusted for verdict in beside.problems] == [True, False, True]
    assert told == ["double-it"] * 3


def test_a_process_that_is_gone_is_one_sentence(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("sound", "fatal")]
    for folder in folders:
        folder.mkdir()
    fatal = changed(folders[1], (CHECKS, "", "\nimport os\nos._exit(1)\n"))
    with pytest.raises(GraderFault, match="--jobs 1"):
        verify_problems([changed(folders[0]), fatal], jobs=2)
    assert multiprocessing.active_children() == []


def said(verdict: ProblemVerdict) -> str:
    """All complaints as one text; there must be some, and then there is no trust."""
    complaints = list(complaints_of(verdict))
    assert complaints
    assert not verdict.trusted
    return "\n".join(complaints)


def test_a_sound_problem_is_trusted_in_both_frameworks(shell: Shell) -> None:
    text = shell.succeed("verify", "double-it", "--plain")
    assert "double-it: trusted. Stub fails; 2 of 2 solutions pass; 2 of 2 bugs named" in text
    assert "1 of 1 where two are made at once" in text
    last = " ".join(text.split("\n\n")[-1].split())
    assert last.startswith("1 of 1 problem trusted.")
    assert "kill rate 100 %" in last


def test_bugs_that_nothing_catches_or_parts_are_complained_of(tmp_path: Path) -> None:
    verdict = verified(
        tmp_path,
        (
            BUGS,
            "",
            bug("harmless", "scaled + offset * 1.0")
            + bug("weak", "scaled + offset * (1.0 + 4e-6)")
            + bug("twin", "scaled - offset")
            + bug("other-twin", "scaled + -offset"),
        ),
    )
    text = said(verdict)
    assert "Bug harmless is accepted." in text
    assert "Bug harmless shows by 0x the bound" in text
    assert "Bug twin is diagnosed as twin or other-twin." in text
    assert "Bugs twin and other-twin differ by 0x the bound" in text
    weak = next(b for b in verdict.bugs if b.id == "weak")
    # 4e-6 * 0.5 on values of some 2 to 6, whose bound is 8 * 4 * 2**-24 times the largest.
    assert weak.separation is not None
    assert 0.05 < weak.separation < 1.0
    sound = {b.id for b in verdict.bugs if b.rejected and b.named_right}
    assert sound == {"squared", "offset-ignored"}


def test_twins_that_say_so_are_trusted(tmp_path: Path) -> None:
    twins = bug("twin", "scaled - offset", '["other-twin"]') + bug("other-twin", "scaled + -offset")
    verdict = verified(tmp_path, (BUGS, "", twins))
    assert list(complaints_of(verdict)) == []
    assert verdict.trusted
    assert {b.id: set(b.named) for b in verdict.bugs}["twin"] == {"twin", "other-twin"}


def test_bugs_that_say_they_are_equal_and_are_not_are_complained_of(tmp_path: Path) -> None:
    minus = bug("minus", "scaled - offset", '["offset-ignored"]')
    assert "offset-ignored and minus say same_as, but differ by" in said(
        verified(tmp_path, (BUGS, "", minus))
    )


def test_a_mutant_that_only_luck_would_catch_survives(tmp_path: Path) -> None:
    """Offsets come up in one case of two hundred: one session sees none, 500 draws do."""
    verdict = verified(
        tmp_path,
        (CHECKS, "(0.0, 0.5) * 6", "(0.0,) * 12"),
        (
            CHECKS,
            "        B, n =",
            "        offset = float(draw.number(0, 1) < 0.005)\n        B, n =",
        ),
        (CHECKS, 'mode="with an offset" if offset else "plain"', 'mode="plain"'),
    )
    text = said(verdict)
    assert "`2 * x + offset` becomes `2 * x - offset`" in text
    assert verdict.survivors
    assert verdict.equal_mutants == 0


def test_a_mutant_that_changes_nothing_is_shown_equal(tmp_path: Path) -> None:
    verdict = verified(tmp_path, (SOLUTION, "2 * x + offset", "2 * x + offset + 0 * abs(offset)"))
    assert verdict.trusted
    assert any("abs" in m.says and m.equal and m.draws == 500 for m in verdict.accepted)


def test_wrong_solutions_and_scoring_degenerates_are_complained_of(tmp_path: Path) -> None:
    verdict = verified(
        tmp_path,
        (SOLUTION, "2 * x", "3 * x"),
        (CHECKS, "draw.normal(B, n)", "draw.normal(B, n) * (offset != 0)"),
    )
    text = said(verdict)
    assert "Every solution must pass: solutions/in_numpy.py wrong" in text
    assert "The degenerate answer zeros (numpy) wrong with score 0." in text
    assert "A stub must fail" not in text


def test_holes_in_texts_and_cases_are_complained_of(tmp_path: Path) -> None:
    verdict = verified(
        tmp_path,
        (STATEMENT, "array([[2.5, 4.5, 6.5]])", "array([[2.5, 4.5, 7.5]])"),
        (HINTS, "1. Scale.\n2. Shift.\n", ""),
        (TOML, 'forbidden = ["softmax"]', 'gradient = true\nhalf = ["float16"]'),
        (CHECKS, "* 6", "* 25"),
        (CHECKS, '"plain",', '"first" if n > 4 else "plain",'),
        (CHECKS, 'title="Large values stay right"', 'title="Raises", raises=ValueError'),
    )
    text = said(verdict)
    assert "statement.md: the worked example is wrong: line 6" in text
    assert "Got: array([[2.5, 4.5, 6.5]])" in text
    assert "hints.md: ## Steps" in text
    assert "checks.py: cases() gives 50 value cases; 12 to 16 are wanted." in text
    assert "how many value cases there are, or their modes, depends on the draw" in text
    assert "problem.toml grades gradient, but 0 cases say gradient=True" in text
    assert "problem.toml grades half, but 0 cases say half=True" in text
    assert "says raises=ValueError, but the reference raises nothing" in text
    assert f"a session makes {verdict.calls} remote calls; 60 are the most" in text


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (((BUGS, "    return scaled\n", "    return (\n"),), "reference.py: can't be run"),
        (((BUGS, "    return scaled + offset\n", "    return x\n"),), "`find` occurs 0 times"),
        (((CHECKS, "* 6", "* 0"),), "checks.py: cases() gives no case"),
        (((STATEMENT, ">>> ", ""),), "statement.md: has no worked example"),
        (((CHECKS, "draw.normal(2, 3, std=1e4)", "'text'"),), "the reference raises"),
        (
            (
                (CHECKS, "* 6", "* 6 + (7.0,)"),
                (CHECKS, '"with an offset" if offset else', '"one" if offset == 7 else'),
            ),
            "checks.py: mode 'one' has one value case; 2 are wanted.",
        ),
    ],
)
def test_what_is_malformed_is_a_complaint_too(
    tmp_path: Path, changes: tuple[tuple[str, str, str], ...], says: str
) -> None:
    assert says in said(verified(tmp_path, *changes))


def test_calls_are_counted_as_the_submission_sees_them(tmp_path: Path, grader: Grader) -> None:
    problem = changed(
        tmp_path,
        (
            CHECKS,
            "",
            "\n\ndef properties(draw):\n"
            "    x = draw.normal(2, 3)\n"
            "    yield Case('double_it', (x,), title='Twice is four times', script=_twice)\n"
            "\n\ndef _twice(subject, x):\n"
            "    return subject.double_it(subject.double_it(x))\n",
        ),
    )
    code = "def double_it(x, *, offset=0.0):\n    print('.', end='')\n    return 2 * x + offset\n"
    request = GradeRequest(problem, Source("mine.py", code.encode()), Framework.NUMPY, seed=3)
    report = grader.grade(request)
    assert report.score == 1.0
    assert remote_calls(build_plan(problem, Framework.NUMPY, 3).plan) == report.prints.count(".")


def test_a_pair_counts_where_its_values_show_as_two(tmp_path: Path) -> None:
    """Squared and offset-ignored make two; all-zero covers squared, and patches one line with
    offset-ignored."""
    problem = changed(tmp_path, (BUGS, "", bug("all-zero", "scaled * 0.0")))
    doubles = Naming(build_plan(problem, Framework.NUMPY, 1), Suspects(problem, 1)).doubles()
    assert (doubles.made, doubles.named, doubles.unnamed) == (1, 1, ())


def test_two_patches_that_are_no_program_together_are_no_pair(tmp_path: Path) -> None:
    """Each alone is sound; together a name is assigned before its global declaration."""
    declares = bug("declares", "scaled - offset").replace(
        "    return scaled - offset",
        "    global shift\n    shift = 1.0\n    return scaled - offset",
    )
    problem = changed(
        tmp_path,
        (BUGS, "np.multiply(x, x)\n", "np.multiply(x, x)\n    shift = 0.0\n"),
        (BUGS, "", declares),
    )
    suspects = Suspects(problem, 1)
    pairs = [tuple(b.id for b in pair) for pair in suspects.pairs()]
    assert pairs == [("squared", "offset-ignored")]
