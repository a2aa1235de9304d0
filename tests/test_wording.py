"""The words of a report: the one failure to look at is chosen, and commands can be typed."""

from dataclasses import replace

from reports import CALL, check, report, wrong_report

from tfmdrill.model.report import CheckKind, Outcome
from tfmdrill.render.wording import next_steps, to_open


def test_failure_that_decided_the_outcome_is_opened_first() -> None:
    checks = (
        check("gradient", Outcome.ERROR, kind=CheckKind.GRADIENT),
        check("causal", Outcome.WRONG),
        check("padded", Outcome.ERROR),
    )
    graded = report(Outcome.ERROR, *checks, score=0)
    assert [c.id for c in to_open(graded, all_checks=False, only=())] == ["padded"]
    assert [c.id for c in to_open(graded, all_checks=True, only=())] == [
        "causal",
        "padded",
        "gradient",
    ]
    assert [c.id for c in to_open(graded, all_checks=False, only=("causal",))] == ["causal"]


def test_nothing_is_opened_after_a_pass() -> None:
    noisy = report(Outcome.PASSED, check("a"), check("b", Outcome.TOO_NOISY))
    assert to_open(noisy, all_checks=True, only=()) == []


def test_next_command_quotes_the_file_for_a_shell() -> None:
    steps = next_steps(wrong_report(file="my file;rm.py"), 1, only=())
    assert steps[0][0] == "tfmdrill grade 'my file;rm.py'"


def test_repro_is_offered_only_where_there_is_an_input() -> None:
    without = report(Outcome.ERROR, check("loads", Outcome.ERROR, kind=CheckKind.LOAD), score=0)
    assert not any("--repro" in command for command, _ in next_steps(without, 1, only=()))
    with_input = report(Outcome.ERROR, replace(without.checks[0], where=CALL), score=0)
    assert any("--repro" in command for command, _ in next_steps(with_input, 1, only=()))


def test_other_failures_are_counted_for_all() -> None:
    steps = next_steps(wrong_report(), 1, only=())
    assert ("tfmdrill grade masked.py --all", "2 more failures in full") in steps


def test_grader_fault_asks_for_the_same_seed_again() -> None:
    fault = report(Outcome.GRADER_FAULT, check("a", Outcome.GRADER_FAULT), score=None)
    assert next_steps(fault, 1, only=())[0][0] == "tfmdrill grade masked.py --seed 71203"
