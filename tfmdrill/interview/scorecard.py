"""The scorecard of an interview, from what happened in it and nothing else.

A problem holds 100 points: 70 for the code (the best score of a grade), 10 for the time (all within
the problem's minutes, none after twice as long), 20 for the follow-up questions; hints cost what
they said.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from tfmdrill.interview.dimensions import dimensions_of
from tfmdrill.interview.hidden import seen
from tfmdrill.interview.session import Session, best_attempt, is_unsolved, replay
from tfmdrill.interview.timeline import timeline_of
from tfmdrill.model.interview import Recorded, Work
from tfmdrill.model.pack import Difficulty
from tfmdrill.model.quiz import AskedKind
from tfmdrill.model.scorecard import (
    Practice,
    ProblemCard,
    Scorecard,
    ToPractise,
)

STRONG, SOLID = 0.85, 0.65  # of the points of the planned problems
NEAR = 0.5  # of a grade's score
_LEVELS = tuple(Difficulty)


def scorecard_of(recorded: Recorded) -> Scorecard:
    """The scorecard as things stand. Raises ValueError if the record can't have come about.

    Until the interview is over it tells no more of what is still to be solved than its screen does.
    """
    session = replay(recorded)
    finished = session.ended_at is not None
    if not finished:
        session = replace(session, works=tuple(map(_as_seen, session.works)))
    problems = tuple(_problem_card(work, session) for work in session.works if _counts(work))
    plan = session.plan
    set_numbers = {work.number for work in session.works}
    return Scorecard(
        recorded.id,
        plan.setting,
        session.began_at,
        finished,
        _used_s(session),
        sum(card.points for card in problems),
        100 * len(plan.budgeted),
        _level(session, problems),
        problems,
        tuple(
            p
            for n, p in enumerate(plan.problems)
            if finished and n not in set_numbers and not p.spare
        ),
        _to_practise(session.works),
        session.notes,
    )


def _as_seen(work: Work) -> Work:
    """The work, without what is hidden of its grades if the problem is still open."""
    if work.over_at is not None:
        return work
    attempts = (replace(attempt, graded=seen(attempt.graded)) for attempt in work.attempts)
    return replace(work, attempts=tuple(attempts))


def _counts(work: Work) -> bool:
    """Whether anything is to be said of a problem: of a spare one, if anything was done."""
    return not work.problem.spare or bool(work.attempts or work.hints or work.answers)


def _problem_card(work: Work, session: Session) -> ProblemCard:
    dimensions = dimensions_of(work)
    return ProblemCard(
        work.problem,
        work.file,
        work.framework,
        work.passed_at is not None,
        max(0, sum(dimension.points or 0 for dimension in dimensions)),
        dimensions,
        timeline_of(work, session),
        work.answers,
    )


def _used_s(session: Session) -> float:
    ended: datetime = session.ended_at or session.latest_at
    used = (ended - session.began_at).total_seconds()
    return min(used, session.plan.setting.minutes * 60.0)


def _level(session: Session, cards: Sequence[ProblemCard]) -> str:
    """The level reached, in words: the hardest problem passed, and how surely."""
    planned = session.plan.budgeted
    passed = [card for card in cards if card.passed]
    solved = sum(not card.problem.spare for card in passed)
    share = sum(card.points for card in cards) / (100 * len(planned))
    all_of_them = "the planned problem" if len(planned) == 1 else "every planned problem"
    if not passed:
        level = _easiest(session)
        scores = [best.graded.score or 0 for work in session.works
                  if (best := best_attempt(work.attempts))]  # fmt: skip
        best_score = max(scores, default=0.0)
        if best_score >= NEAR:
            return (
                f"Close to {level}: no problem solved, but the best attempt earned "
                f"{best_score:.0%} of its checks."
            )
        return f"Not yet at {level}: no problem solved."
    level = _hardest(passed)
    if solved < len(planned):
        beyond = len(passed) - solved
        more = f", and {beyond} beyond the plan" if beyond else ""
        return f"Partly at {level}: {solved} of {len(planned)} planned problems solved{more}."
    if share >= STRONG:
        return f"Strong at {level}: {all_of_them} solved, in good time and on your own."
    if share >= SOLID:
        return f"Solid at {level}: {all_of_them} solved; time, hints or follow-ups cost points."
    return f"Just at {level}: {all_of_them} solved, with much help or late."


def _hardest(cards: Iterable[ProblemCard]) -> Difficulty:
    return max((card.problem.difficulty for card in cards), key=_LEVELS.index)


def _easiest(session: Session) -> Difficulty:
    return min((problem.difficulty for problem in session.plan.budgeted), key=_LEVELS.index)


def _to_practise(works: Sequence[Work]) -> tuple[ToPractise, ...]:
    """What went wrong, the worst first: problems not solved, then slow or helped, then topics."""
    unsolved, helped = [], []
    topics = {}
    for work in works:
        slug = work.problem.slug
        if is_unsolved(work):
            unsolved.append(ToPractise(Practice.PROBLEM, slug, _why_unsolved(work)))
        elif work.passed_at is not None and work.hints:
            helped.append(ToPractise(Practice.PROBLEM, slug, "solved with hints"))
        elif (
            work.passed_at
            and (work.passed_at - work.set_at).total_seconds() > work.problem.minutes * 60
        ):
            helped.append(
                ToPractise(
                    Practice.PROBLEM, slug, f"solved, but not in its {work.problem.minutes} minutes"
                )
            )
        wrong = [answer for answer in work.answers if answer.share < 0.5]
        if wrong:
            spoken = all(answer.kind == AskedKind.SPOKEN for answer in wrong)
            why = "what you said missed most points" if spoken else "follow-ups went wrong"
            topics[work.problem.topic] = ToPractise(
                Practice.QUIZ, work.problem.topic, f"{why} ({slug})"
            )
    return (*unsolved, *helped, *topics.values())


def _why_unsolved(work: Work) -> str:
    for attempt in reversed(work.attempts):
        if attempt.graded.mistakes:
            return f"not solved; {attempt.graded.mistakes[0].says}"
    return "not solved"
