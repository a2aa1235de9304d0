"""`verify` as a command: which problems, which exit code, which form. The measuring is not here."""

import json
from collections.abc import Callable, Sequence

import pytest
from click.testing import CliRunner
from command import TINY, Shell

import tfmdrill.verify
from tfmdrill.cli.verify import command
from tfmdrill.model.problem import Problem
from tfmdrill.model.report import Outcome
from tfmdrill.model.verification import Graded, ProblemVerdict, Verification

asked: list[str] = []


def verdict(slug: str, solution: Outcome) -> ProblemVerdict:
    return ProblemVerdict(
        slug=slug,
        stubs=(Graded("stub (numpy)", Outcome.ERROR, 0.0),),
        solutions=(Graded("solutions/in_numpy.py", solution, 1.0),),
        bugs=(),
        pairs=(),
        degenerate=(),
        mutants_killed=3,
        accepted=(),
        calls=40,
    )


@pytest.fixture(params=[Outcome.PASSED, Outcome.WRONG])
def solution(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    """How the model answer of every problem fares in the verification that is reported."""
    outcome: Outcome = request.param

    def measured(
        problems: Sequence[Problem], *, jobs: int, told: Callable[[str], None]
    ) -> Verification:
        asked[:] = [problem.slug for problem in problems]
        told(asked[0])
        return Verification(tuple(verdict(slug, outcome) for slug in asked))

    monkeypatch.setattr(tfmdrill.verify, "verify_problems", measured, raising=False)
    return outcome


def test_trust_decides_the_exit_code(solution: Outcome) -> None:
    done = CliRunner().invoke(command, ["double-it", "--pack", str(TINY)])
    assert asked == ["double-it"]
    assert done.exit_code == (0 if solution is Outcome.PASSED else 1)
    assert "double-it" in done.output


def test_without_a_name_every_problem_is_measured(solution: Outcome) -> None:
    CliRunner().invoke(command, ["--pack", str(TINY), "--plain"])
    assert {"attention-masks", "double-it"} <= set(asked)


def test_json_is_one_document(solution: Outcome) -> None:
    done = CliRunner().invoke(command, ["double-it", "--pack", str(TINY), "--json"])
    document = json.loads(done.output)
    assert document["trusted"] is (solution is Outcome.PASSED)
    assert [problem["slug"] for problem in document["problems"]] == ["double-it"]


def test_an_unknown_problem_is_told(shell: Shell) -> None:
    assert "did you mean double-it" in shell.fail("verify", "duoble-it")


def test_a_new_problem_is_scaffolded_and_verify_says_what_is_missing(shell: Shell) -> None:
    text = shell.succeed("verify", "--new", "fast-mean")
    assert "Wrote problems/fast-mean/problem.toml." in text
    assert text.endswith("What is missing yet: tfmdrill verify fast-mean --pack .\n")
    done = shell.run("verify", "fast-mean", "--pack", ".", "--plain")
    assert (done.returncode, done.stderr) == (1, "")
    said = " ".join(done.stdout.split())
    assert "the reference raises NotImplementedError" in said
    assert "the worked example is wrong" in said
    assert "question[0].good: is (), wanted at least one point" in said
    assert "hints.md: ## Idea" in said


def test_a_new_problem_overwrites_nothing(shell: Shell) -> None:
    shell.succeed("verify", "--new", "fast-mean")
    before = {p: p.read_bytes() for p in shell.folder.rglob("*") if p.is_file()}
    assert "is here already and stays as it is" in shell.fail("verify", "--new", "fast-mean")
    assert {p: p.read_bytes() for p in shell.folder.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize("slug", ["Fast-Mean", "3-means", "../up", "lambda", "a--b"])
def test_a_name_that_is_no_slug_is_refused(shell: Shell, slug: str) -> None:
    assert "can't be a problem's name" in shell.fail("verify", "--new", slug)
    assert list(shell.folder.iterdir()) == []


def test_half_a_pack_is_refused(shell: Shell) -> None:
    (shell.folder / "graders").mkdir()
    assert "but no problems/" in shell.fail("verify", "--new", "fast-mean")
