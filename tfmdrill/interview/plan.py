"""Which problems an interview sets: the same for whoever gives the same setting."""

import hashlib
import secrets
from collections.abc import Sequence

from tfmdrill.errors import UsageError
from tfmdrill.model.interview import LENGTHS, Plan, PlannedProblem, Setting
from tfmdrill.model.listing import Summary
from tfmdrill.model.pack import Difficulty, Framework, Topic

QUESTIONS_MINUTES = 3  # what the follow-ups on a problem take of the budget
SPARES = 3  # more than anyone gets through
SEEDS = 1_000_000
_LEVELS = tuple(Difficulty)


def setting_of(
    minutes: int,
    level: str | None,
    topics: tuple[Topic, ...],
    seed: int | None,
    framework: Framework | None,
) -> Setting:
    """The setting with a seed drawn where none is given."""
    drawn = secrets.randbelow(SEEDS) if seed is None else seed
    return Setting(minutes, drawn, Difficulty(level) if level else None, topics, framework)


def plan_interview(setting: Setting, problems: Sequence[Summary]) -> Plan:
    """The problems that fill the minutes, prerequisites and easy ones first, then spare ones.

    The seed ranks the problems by a hash of their names, so a problem that is added to the
    catalogue or taken away changes no more than its own place. Topics differ as far as the time
    lets them. Nothing of the candidate counts: not what they passed, not what they installed.

    Raises UsageError where no problem fits, with what would.
    """
    fitting = [problem for problem in problems if _fits(problem, setting)]
    if not fitting:
        raise UsageError(f"no problem is {_wanted(setting)}; `tfmdrill list` shows what there is")
    ranked = sorted(fitting, key=lambda problem: _rank(setting.seed, problem.slug))
    chosen = _chosen(ranked, setting.minutes)
    if not chosen:
        raise UsageError(_too_short(ranked, setting))
    spares = [problem for problem in ranked if problem not in chosen][:SPARES]
    return Plan(
        setting,
        tuple(_planned(problem, spare=False) for problem in _in_order(chosen))
        + tuple(_planned(problem, spare=True) for problem in spares),
    )


def _fits(problem: Summary, setting: Setting) -> bool:
    frameworks = (setting.framework, Framework.TEXT)  # plain Python needs neither framework
    return (
        setting.level in (None, problem.difficulty)
        and (not setting.topics or problem.topic in setting.topics)
        and (setting.framework is None or any(f in problem.frameworks for f in frameworks))
    )


def _chosen(ranked: Sequence[Summary], minutes: int) -> list[Summary]:
    """As many as the minutes hold, in the order of their rank: first a problem a topic.

    The questions on a problem take their time before the next; those on the last may come when
    time is up.
    """
    chosen: list[Summary] = []
    room = minutes
    for new_topics_only in (True, False):
        for problem in ranked:
            seen = problem in chosen or (
                new_topics_only and any(c.topic is problem.topic for c in chosen)
            )
            if not seen and problem.minutes <= room:
                chosen.append(problem)
                room -= problem.minutes + QUESTIONS_MINUTES
    return chosen


def _in_order(chosen: Sequence[Summary]) -> list[Summary]:
    """Easy before hard, and what another one builds on before it."""
    left = sorted(chosen, key=lambda problem: _LEVELS.index(problem.difficulty))
    ordered: list[Summary] = []
    while left:
        slugs = {problem.slug for problem in left}
        ready = (p for p in left if not slugs.intersection(p.prerequisites))
        following = next(ready, left[0])
        ordered.append(following)
        left.remove(following)
    return ordered


def _rank(seed: int, slug: str) -> bytes:
    return hashlib.sha256(f"{seed}:{slug}".encode()).digest()


def _planned(problem: Summary, *, spare: bool) -> PlannedProblem:
    return PlannedProblem(
        problem.slug, problem.title, problem.topic, problem.difficulty, problem.minutes, spare
    )


def _wanted(setting: Setting) -> str:
    words: list[str] = [setting.level] if setting.level else []
    if setting.topics:
        words.append(f"on {' or '.join(setting.topics)}")
    if setting.framework:
        words.append(f"in {setting.framework}")
    return " ".join(words) or "there"


def _too_short(ranked: Sequence[Summary], setting: Setting) -> str:
    shortest = min(ranked, key=lambda problem: (problem.minutes, problem.slug))
    longer = next((m for m in LENGTHS if m >= shortest.minutes), None)
    advice = f"add --minutes {longer}" if longer else "choose other topics or another level"
    return (
        f"{setting.minutes} minutes are too few for a problem that is {_wanted(setting)}: the "
        f"shortest, {shortest.slug}, takes {shortest.minutes}; {advice}"
    )
