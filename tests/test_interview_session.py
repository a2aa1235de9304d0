"""The state machine of an interview: each event in, the state that a person would expect out."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfmdrill.interview.session import Session, after, begin, best_attempt
from tfmdrill.model.interview import (
    Answered,
    Attempt,
    Event,
    Finished,
    Graded,
    Happening,
    HintTaken,
    MovedOn,
    Noted,
    Phase,
    Plan,
    PlannedProblem,
    ProblemSet,
    QuestionsOver,
    Resumed,
    Setting,
    ShapesSeen,
    TimeUp,
)
from tfmdrill.model.pack import Difficulty, Framework, Topic
from tfmdrill.model.report import Outcome

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def planned(slug: str, minutes: int, *, spare: bool = False) -> PlannedProblem:
    return PlannedProblem(slug, slug, Topic.ATTENTION, Difficulty.EASY, minutes, spare)


PLAN = Plan(
    Setting(30, 7), (planned("softmax", 10), planned("rope", 25), planned("gelu", 8, spare=True))
)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def graded(outcome: Outcome, score: float | None, number: int = 0) -> Graded:
    return Graded(number, outcome, score, "hash", 0.1, ())


def given_problem(number: int = 0) -> ProblemSet:
    return ProblemSet(number, "softmax.py", Framework.NUMPY, "stub")


def answer(question: int) -> Answered:
    return Answered(0, question, "question:x:0", "choice", "Why?", "b", 1.0)


def course(*steps: tuple[float, Event]) -> Session:
    session = begin(PLAN, START)
    for minutes, event in steps:
        session = after(session, Happening(at(minutes), event))
    return session


def test_a_pass_leads_to_questions_and_these_to_the_next_problem() -> None:
    session = course((0, given_problem()))
    assert session.phase is Phase.WORKING
    session = course((0, given_problem()), (3, graded(Outcome.WRONG, 0.4)))
    assert session.phase is Phase.WORKING
    steps = [(0, given_problem()), (3, graded(Outcome.WRONG, 0.4))]
    session = course(*steps, (5, graded(Outcome.PASSED, 1.0)))
    assert session.phase is Phase.QUESTIONS
    assert session.work.passed_at == at(5)
    session = course(
        *steps, (5, graded(Outcome.PASSED, 1.0)), (6, answer(0)), (7, QuestionsOver(0))
    )
    assert session.phase is Phase.BETWEEN
    assert session.following(at(7)) == 1
    assert [a.graded.score for a in session.work.attempts] == [0.4, 1.0]


def test_a_problem_is_set_only_while_half_of_its_minutes_are_left() -> None:
    session = course((0, given_problem()), (1, MovedOn(0)), (1, QuestionsOver(0)))
    assert session.following(at(17.5)) == 1  # 12.5 of rope's 25 minutes
    assert session.following(at(17.6)) == 2
    assert session.following(at(26)) == 2
    assert session.following(at(26.1)) is None


def test_the_clock_runs_from_the_start_whatever_happens() -> None:
    session = course((0, given_problem()), (20, Resumed()))
    assert session.left_s(at(20)) == 600
    assert session.left_s(at(31)) == -60
    assert session.resumed_at == (at(20),)


def test_a_clock_that_is_set_back_gives_no_time() -> None:
    session = course((0, given_problem()), (20, Noted("x")))
    assert session.left_s(at(3)) == 600
    assert after(session, Happening(at(3), Noted("y"))).latest_at == at(20)


@pytest.mark.parametrize(
    ("since", "now", "mark"),
    [(14, 14.9, None), (14.9, 15, 900), (15, 16, None), (24.9, 25.1, 300), (28, 29.5, 60),
     (0, 29.5, 60), (0, 16, 900), (29.2, 40, None)],
)  # fmt: skip
def test_warnings_come_once_at_half_at_five_and_at_one_minute(
    since: float, now: float, mark: int | None
) -> None:
    assert begin(PLAN, START).warning_s(at(since), at(now)) == mark


def test_time_up_leads_to_the_questions_on_what_is_open() -> None:
    session = course((0, given_problem()), (30, TimeUp(0)))
    assert session.phase is Phase.QUESTIONS
    assert session.work.time_was_up
    assert session.work.passed_at is None
    session = after(session, Happening(at(31), QuestionsOver(0)))
    assert session.following(at(31)) is None
    assert after(session, Happening(at(31), Finished())).ended_at == at(31)


def test_hints_get_dearer_and_end() -> None:
    steps: list[tuple[float, Event]] = [(0, given_problem())]
    seen = []
    while (hint := course(*steps).next_hint()) is not None:
        seen.append(hint)
        steps.append((1, HintTaken(0, *hint)))
    assert seen == [(1, 5), (2, 10), (3, 15)]
    assert course(*steps).work.hint_points == 30


def test_notes_and_shape_comments_are_kept() -> None:
    session = course(
        (0, given_problem()), (1, Noted("a")), (2, Noted("ab")), (3, ShapesSeen(0, 4, 1, 2))
    )
    assert session.notes == "ab"
    assert session.work.shapes == ShapesSeen(0, 4, 1, 2)


@pytest.mark.parametrize(
    "steps",
    [
        [(0, graded(Outcome.WRONG, 0.1))],
        [(0, given_problem()), (1, given_problem(1))],
        [(0, given_problem(9))],
        [(0, given_problem()), (1, answer(0))],
        [(0, given_problem()), (1, QuestionsOver(0))],
        [(0, given_problem()), (1, HintTaken(1, 1, 5))],
        [(0, given_problem()), (1, TimeUp(0)), (2, graded(Outcome.PASSED, 1.0))],
        [(0, given_problem()), (1, TimeUp(0)), (2, MovedOn(0))],
        [(0, given_problem()), (1, TimeUp(0)), (2, answer(0)), (2, answer(0))],
    ],
)
def test_what_cannot_happen_is_refused(steps: list[tuple[float, Event]]) -> None:
    with pytest.raises(ValueError, match=r"problem|question|can't happen"):
        course(*steps)


def test_the_best_attempt_is_the_latest_of_the_highest_and_no_grader_fault() -> None:
    scores = [0.2, 0.6, None, 0.6, 0.1]
    attempts = [Attempt(at(i), graded(Outcome.WRONG, s)) for i, s in enumerate(scores)]
    assert best_attempt(attempts) == attempts[3]
    assert best_attempt([attempts[2]]) is None


EVENTS = st.sampled_from(
    [given_problem(0), given_problem(1), graded(Outcome.WRONG, 0.5), graded(Outcome.PASSED, 1.0),
     HintTaken(0, 1, 5), Noted("n"), MovedOn(0), TimeUp(0), answer(0), QuestionsOver(0), Resumed(),
     Finished()]
)  # fmt: skip


@given(st.lists(st.tuples(st.floats(0, 60), EVENTS), max_size=15))
def test_whatever_comes_the_clock_never_runs_back(steps: list[tuple[float, Event]]) -> None:
    session = begin(PLAN, START)
    left = session.left_s(START)
    for minutes, event in steps:
        try:
            session = after(session, Happening(at(minutes), event))
        except ValueError:
            continue
        assert session.left_s(START) <= left
        left = session.left_s(START)
