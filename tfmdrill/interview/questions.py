"""Which follow-ups are asked after a problem: few, of different kinds, the same for one seed."""

import hashlib
from collections.abc import Sequence

from tfmdrill.model.problem import Problem
from tfmdrill.model.quiz import Asked, AskedKind

ASKED = 3  # about what the three minutes of the plan hold


def chosen_questions(problem: Problem, seed: int) -> tuple[Asked, ...]:
    """At most three of the problem's follow-ups: one of each kind first, in the seed's order.

    Raises ProblemError if questions.toml is not well formed.
    """
    from tfmdrill.quiz.questions import follow_ups

    return few(follow_ups(problem, seed), seed)


def few(questions: Sequence[Asked], seed: int) -> tuple[Asked, ...]:
    """The kinds in turn, each one's questions in the order of a hash, until there are enough."""
    ranked = sorted(
        questions, key=lambda asked: hashlib.sha256(f"{seed}:{asked.key}".encode()).digest()
    )
    columns = [[asked for asked in ranked if asked.kind is kind] for kind in AskedKind]
    rows = max(map(len, columns), default=0)
    in_turn = [column[row] for row in range(rows) for column in columns if row < len(column)]
    return tuple(in_turn[:ASKED])
