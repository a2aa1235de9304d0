"""The scorecard: points, marks and words, worked out by hand for interviews written down here."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tfmdrill.interview.scorecard import scorecard_of
from tfmdrill.model.interview import (
    Answered,
    Event,
    Finished,
    Graded,
    Happening,
    HintTaken,
    MovedOn,
    NamedMistake,
    Noted,
    Plan,
    PlannedProblem,
    ProblemSet,
    QuestionsOver,
    Recorded,
    Resumed,
    SeenCheck,
    Setting,
    ShapesSeen,
    TimeUp,
)
from tfmdrill.model.pack import Difficulty, Framework, Topic
from tfmdrill.model.quiz import AskedKind
from tfmdrill.model.report import CheckKind, Outcome
from tfmdrill.model.scorecard import Dimension, Mark, MomentKind, Practice, ProblemCard, Scorecard

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
SOFTMAX = PlannedProblem("softmax", "Softmax", Topic.ATTENTION, Difficulty.EASY, 10)
ROPE = PlannedProblem("rope", "RoPE", Topic.POSITIONS, Difficulty.MEDIUM, 20)
GELU = PlannedProblem("gelu", "GELU", Topic.BLOCKS, Difficulty.EASY, 10, spare=True)
PLAN = Plan(Setting(45, 7), (SOFTMAX, ROPE, GELU))
VALUES = SeenCheck("v", "Right values", CheckKind.VALUE, Outcome.PASSED)
EDGE = SeenCheck("e", "A row of -inf", CheckKind.EDGE, Outcome.PASSED)
HALF = SeenCheck("h", "float16", CheckKind.HALF, Outcome.PASSED)
WRONG_EDGE = SeenCheck("e", "A row of -inf", CheckKind.EDGE, Outcome.WRONG, "it is NaN")
WRONG_HALF = SeenCheck("h", "float16", CheckKind.HALF, Outcome.WRONG, "it overflows")
USED = SeenCheck("f", "Allowed calls", CheckKind.FORBIDDEN, Outcome.FORBIDDEN, "torch.softmax")
OVERFLOW = NamedMistake("overflow", "The maximum isn't subtracted.", "It overflows.")


def set_up(number: int) -> ProblemSet:
    return ProblemSet(number, f"{PLAN.problems[number].slug}.py", Framework.NUMPY, "stub")


def run(
    number: int,
    outcome: Outcome,
    score: float | None,
    *checks: SeenCheck,
    mistakes: tuple[NamedMistake, ...] = (),
) -> Graded:
    return Graded(number, outcome, score, f"hash {score}", 0.1, checks, mistakes)


def answer(number: int, question: int, share: float, text: str = "b") -> Answered:
    key = f"question:{number}:{question}"
    return Answered(number, question, key, "choice", "Why?", text, share, "It is not.", "That.")


def recorded(*steps: tuple[float, Event]) -> Recorded:
    happenings = tuple(Happening(START + timedelta(minutes=m), event) for m, event in steps)
    return Recorded(3, PLAN, START, happenings)


def card(*steps: tuple[float, Event]) -> Scorecard:
    return scorecard_of(recorded(*steps))


def dimension(problem: ProblemCard, name: str) -> Dimension:
    (found,) = [d for d in problem.dimensions if d.name == name]
    return found


SOFTMAX_DONE: tuple[tuple[float, Event], ...] = (
    (0, set_up(0)),
    (2, run(0, Outcome.WRONG, 0.4, VALUES, WRONG_EDGE, WRONG_HALF, mistakes=(OVERFLOW,))),
    (3, HintTaken(0, 1, 5)),
    (12.5, run(0, Outcome.PASSED, 1.0, VALUES, EDGE, HALF)),
    (13, answer(0, 0, 1.0)),
    (14, answer(0, 1, 0.0)),
    (14, QuestionsOver(0)),
)


def test_points_of_a_solved_problem() -> None:
    (problem,) = card(*SOFTMAX_DONE).problems
    # 70 for the code; 12.5 of 10 minutes are a quarter over: 7.5 of 10, rounded to even; half of
    # the answers right: 10 of 20; the first hint: -5.
    assert [dimension(problem, name).points for name in ("correctness", "time")] == [70, 8]
    assert [dimension(problem, name).points for name in ("follow-ups", "hints")] == [10, -5]
    assert problem.points == 83
    assert problem.passed


def test_each_dimension_has_its_mark_and_evidence() -> None:
    problem = card(*SOFTMAX_DONE[:2], (45, TimeUp(0))).problems[0]
    assert dimension(problem, "correctness").mark is Mark.GOOD
    assert "The maximum isn't subtracted." in dimension(problem, "correctness").evidence
    edges = dimension(problem, "edge cases")
    assert (edges.mark, edges.says) == (Mark.POOR, "0 of 1 checks in run 1")
    assert edges.evidence == ("A row of -inf: it is NaN",)
    assert dimension(problem, "numerics").evidence == ("float16: it overflows",)
    assert dimension(problem, "cost").mark is Mark.NOT_JUDGED
    assert dimension(problem, "forbidden shortcuts").mark is Mark.GOOD
    assert dimension(problem, "time").says == "not solved"
    assert dimension(problem, "time").evidence == ("First run after 2:00",)
    assert dimension(problem, "hints").mark is Mark.GOOD
    assert dimension(problem, "follow-ups").mark is Mark.NOT_JUDGED
    assert problem.points == 28  # 70 x 0.4


def test_a_forbidden_call_stays_on_record_after_it_was_taken_back() -> None:
    problem = card(
        (0, set_up(0)),
        (1, run(0, Outcome.FORBIDDEN, 0.0, USED)),
        (2, run(0, Outcome.PASSED, 1.0, VALUES)),
    ).problems[0]
    used = dimension(problem, "forbidden shortcuts")
    assert (used.mark, used.evidence) == (Mark.PARTLY, ("Run 1: Allowed calls: torch.softmax",))


@pytest.mark.parametrize(
    ("counts", "mark"),
    [((5, 0, 0), Mark.GOOD), ((4, 0, 2), Mark.PARTLY), ((1, 0, 4), Mark.POOR),
     ((4, 1, 0), Mark.PARTLY), ((1, 2, 0), Mark.POOR), ((0, 0, 0), Mark.NOT_JUDGED)],
)  # fmt: skip
def test_shape_comments(counts: tuple[int, int, int], mark: Mark) -> None:
    problem = card((0, set_up(0)), (1, ShapesSeen(0, *counts))).problems[0]
    assert dimension(problem, "shape comments").mark is mark


def test_the_timeline_tells_first_run_failures_hints_and_pass_in_order() -> None:
    steps = (SOFTMAX_DONE[0], SOFTMAX_DONE[1], (2.5, Resumed()), *SOFTMAX_DONE[2:])
    timeline = card(*steps).problems[0].timeline
    assert [(m.at_s, m.kind) for m in timeline] == [
        (0, MomentKind.SET),
        (120, MomentKind.FAILED),
        (150, MomentKind.BACK),
        (180, MomentKind.HINT),
        (750, MomentKind.PASSED),
    ]
    assert timeline[1].says == "First run: wrong, 40%"
    assert timeline[1].details == ("The maximum isn't subtracted.",)
    assert timeline[4].says == "Run 2: passed"


def test_the_level_in_words() -> None:
    passed_rope: tuple[tuple[float, Event], ...] = (
        (15, set_up(1)),
        (20, run(1, Outcome.PASSED, 1.0, VALUES)),
        (21, answer(1, 0, 1.0)),
        (22, QuestionsOver(1)),
    )
    assert "Strong at medium: every planned" in card(*SOFTMAX_DONE, *passed_rope).level
    assert card(*SOFTMAX_DONE).level == "Partly at easy: 1 of 2 planned problems solved."
    tried = (0, set_up(0))
    assert card(tried).level == "Not yet at easy: no problem solved."
    near = card(tried, (1, run(0, Outcome.WRONG, 0.9, VALUES, WRONG_EDGE)))
    assert near.level.startswith(
        "Close to easy: no problem solved, but the best attempt earned 90%"
    )


def test_spare_problems_add_points_above_the_plan() -> None:
    result = card(
        *SOFTMAX_DONE,
        (15, set_up(1)),
        (16, MovedOn(1)),
        (16, QuestionsOver(1)),
        (17, set_up(2)),
        (18, run(2, Outcome.PASSED, 1.0, VALUES)),
        (19, Finished()),
    )
    assert (result.points, result.of) == (83 + 0 + 80, 200)
    assert result.unseen == ()
    assert card(*SOFTMAX_DONE).unseen == ()  # what is still to come isn't told
    assert card(*SOFTMAX_DONE, (19, Finished())).unseen == (ROPE,)


def test_a_spare_problem_that_nothing_was_done_on_is_left_out() -> None:
    begun = (*SOFTMAX_DONE, (15, set_up(1)), (16, MovedOn(1)), (16, QuestionsOver(1)))
    untouched = card(*begun, (17, set_up(2)), (19, Finished()))
    assert [p.problem.slug for p in untouched.problems] == ["softmax", "rope"]
    tried = card(*begun, (17, set_up(2)), (18, run(2, Outcome.WRONG, 0.1)), (19, Finished()))
    assert [p.problem.slug for p in tried.problems] == ["softmax", "rope", "gelu"]
    assert [p.what for p in tried.practise][:2] == ["rope", "gelu"]
    assert "gelu" not in [p.what for p in untouched.practise]


def test_what_to_practise_begins_with_what_was_not_solved() -> None:
    result = card(
        *SOFTMAX_DONE,
        (15, set_up(1)),
        (16, run(1, Outcome.WRONG, 0.1, mistakes=(OVERFLOW,))),
        (45, TimeUp(1)),
    )
    assert [(p.kind, p.what) for p in result.practise] == [
        (Practice.PROBLEM, "rope"),
        (Practice.PROBLEM, "softmax"),
        (Practice.QUIZ, "attention"),
    ]
    assert result.practise[0].why == "not solved; The maximum isn't subtracted."
    assert result.practise[2].why == "follow-ups went wrong (softmax)"


def test_a_topic_on_which_only_spoken_answers_were_weak_says_so() -> None:
    spoken = replace(answer(0, 1, 0.2), kind=AskedKind.SPOKEN)
    result = card(*SOFTMAX_DONE[:-2], (14, spoken), (14, QuestionsOver(0)))
    assert result.practise[-1].why == "what you said missed most points (softmax)"


def test_a_grader_fault_is_no_attempt_that_counts() -> None:
    problem = card((0, set_up(0)), (1, run(0, Outcome.GRADER_FAULT, None))).problems[0]
    assert dimension(problem, "correctness").says == "no run was judged"
    assert problem.points == 0


def test_used_time_ends_with_the_interview_or_with_its_clock() -> None:
    assert card(*SOFTMAX_DONE, (20, Finished())).used_s == 20 * 60
    late = card(*SOFTMAX_DONE, (300, Noted("late")), (301, Finished()))
    assert late.used_s == 45 * 60
    assert late.notes == "late"
    assert late.finished
    assert not card(*SOFTMAX_DONE).finished
