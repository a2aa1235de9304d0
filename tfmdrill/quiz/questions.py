"""What can be asked: the questions of problems and of the banks, and the numbers with values."""

import random
from collections.abc import Sequence
from dataclasses import replace

from tfmdrill.catalogue import all_problems, load_bank, load_questions
from tfmdrill.errors import ProblemError
from tfmdrill.model.pack import Pack, Topic
from tfmdrill.model.problem import Problem, Question
from tfmdrill.model.quiz import Asked, AskedKind
from tfmdrill.quiz.numbers import ask_number, kinds_of


def follow_ups(problem: Problem, seed: int = 0) -> tuple[Asked, ...]:
    """The questions that an interviewer asks after the problem, then its computed numbers.

    Choices stand in an order that the seed decides, and numbers get their values from it.
    Raises ProblemError if questions.toml is not well formed.
    """
    numbers = [ask_number(kind, seed) for kind in kinds_of(problem.slug)]
    return (*(shuffled(asked, seed) for asked in _of_problem(problem)), *numbers)


def all_questions(packs: Sequence[Pack]) -> tuple[Asked, ...]:
    """Every multiple-choice question, of problems and of banks, with its choices as written.

    Raises ProblemError if a file is not well formed, or if two packs' banks share an id.
    """
    asked = [
        one
        for problem in all_problems(packs)
        for one in _of_problem(problem)
        if one.kind is AskedKind.CHOICE
    ]
    seen: dict[str, Pack] = {}
    for pack in packs:
        for item in load_bank(pack):
            if item.id in seen:
                raise ProblemError(
                    f"{pack.problems_dir / 'quiz'}: has a question {item.id!r}, and so has "
                    f"{seen[item.id].problems_dir / 'quiz'}; rename one of them"
                )
            seen[item.id] = pack
            key = f"question:quiz:{item.id}"
            asked.append(_asked(key, item.topic, item.question, source=item.source))
    return tuple(asked)


def shuffled(asked: Asked, seed: int) -> Asked:
    """The question with its choices in an order that the seed and its key decide."""
    if asked.right is None:
        return asked
    order = list(range(len(asked.choices)))
    random.Random(f"{seed} {asked.key}").shuffle(order)
    return replace(
        asked,
        choices=tuple(asked.choices[i] for i in order),
        why=tuple(asked.why[i] for i in order),
        right=order.index(asked.right),
    )


def _of_problem(problem: Problem) -> list[Asked]:
    return [
        _asked(f"question:{problem.slug}:{i}", problem.topic, question, about=problem.title)
        for i, question in enumerate(load_questions(problem))
    ]


def _asked(
    key: str, topic: Topic, question: Question, *, about: str = "", source: str = ""
) -> Asked:
    return Asked(
        key=key,
        kind=AskedKind.CHOICE if question.choices else AskedKind.SPOKEN,
        topic=topic,
        text=question.ask,
        about=about,
        choices=question.choices,
        right=question.answer,
        why=tuple(map(_without_verdict, question.why)),
        points=question.good,
        follows=question.follows,
        source=source,
    )


def _without_verdict(why: str) -> str:
    """The reason without the "Right:" that tells an author which choice it stands beside."""
    if not why.startswith(("Right:", "Right.")):
        return why
    reason = why.removeprefix("Right").lstrip(":. ")
    first = reason.partition(" ")[0]
    # A symbol such as x or n stays as it is.
    is_word = first == "a" or (first.replace("-", "").isalpha() and len(first) > 1)
    return reason[:1].upper() + reason[1:] if is_word else reason
