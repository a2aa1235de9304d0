"""Questions of a problem and of a pack's bank as values of the model, checked on the way."""

from pathlib import Path

from tfmdrill.catalogue.schema import (
    BankFile,
    QuestionFile,
    QuestionsFile,
    fault,
    read_toml,
)
from tfmdrill.model.pack import Pack, Topic
from tfmdrill.model.problem import BankQuestion, Problem, Question

BANK = "quiz"  # the folder beside the problems; one file a topic
LEAST_QUESTIONS = 4
LEAST_CHOICE_QUESTIONS = 2
MOST_CHOICES = 8  # each is answered by a letter


def load_questions(problem: Problem) -> tuple[Question, ...]:
    """The follow-up questions, at least four, two of them multiple choice.

    Raises ProblemError if there are fewer, or if choices, answer and why don't fit together.
    """
    path = problem.public_dir / "questions.toml"
    questions = read_toml(path, QuestionsFile).question
    for i, question in enumerate(questions):
        _check(path, f"question[{i}]", question)
    with_choices = sum(bool(q.choices) for q in questions)
    if len(questions) < LEAST_QUESTIONS or with_choices < LEAST_CHOICE_QUESTIONS:
        seen = f"{len(questions)} questions, {with_choices} with choices"
        wanted = f"at least {LEAST_QUESTIONS}, {LEAST_CHOICE_QUESTIONS} of them with choices"
        raise fault(path, "question", seen, wanted)
    return tuple(map(_question, questions))


def load_bank(pack: Pack) -> tuple[BankQuestion, ...]:
    """The pack's questions that belong to no problem, by topic; none where it has no bank.

    Raises ProblemError for a file that isn't named after a topic, an id that two questions have,
    or choices, answer and why that don't fit together.
    """
    from tfmdrill.catalogue.loading import SLUG

    found: dict[str, BankQuestion] = {}
    for path in sorted((pack.problems_dir / BANK).glob("*.toml")):
        if path.stem not in set(Topic):
            wanted = f"a topic: {', '.join(f'{topic}.toml' for topic in Topic)}"
            raise fault(path, "the file's name", path.name, wanted)
        for i, item in enumerate(read_toml(path, BankFile).question):
            key = f"question[{i}] ({item.id})"
            if not SLUG.fullmatch(item.id):
                raise fault(path, key, item.id, "an id of small letters, digits and single hyphens")
            if item.id in found:
                raise fault(path, key, item.id, "an id that no other question of the bank has")
            if not item.choices:
                raise fault(path, f"{key}.choices", list(item.choices), "two choices or more")
            if not item.follows.strip():
                wanted = "the failure that follows from a wrong answer"
                raise fault(path, f"{key}.follows", item.follows, wanted)
            _check(path, key, item)
            found[item.id] = BankQuestion(item.id, Topic(path.stem), _question(item), item.source)
    return tuple(found.values())


def _check(path: Path, key: str, question: QuestionFile) -> None:
    """Raises ProblemError unless the parts of the question fit together."""
    if not question.ask.strip():
        raise fault(path, f"{key}.ask", question.ask, "a question")
    if not question.good:
        raise fault(path, f"{key}.good", question.good, "at least one point")
    if (question.answer is None) == bool(question.choices):
        raise fault(path, f"{key}.answer", question.answer, "answer together with choices")
    if question.answer is not None and not 0 <= question.answer < len(question.choices):
        wanted = f"the index of a choice, 0 to {len(question.choices) - 1}"
        raise fault(path, f"{key}.answer", question.answer, wanted)
    if len(question.why) != len(question.choices):
        raise fault(path, f"{key}.why", question.why, "one sentence a choice")
    if len(question.choices) == 1 or len(set(question.choices)) < len(question.choices):
        wanted = "two choices or more, each once"
        raise fault(path, f"{key}.choices", list(question.choices), wanted)
    if len(question.choices) > MOST_CHOICES:
        wanted = f"at most {MOST_CHOICES}"
        raise fault(path, f"{key}.choices", list(question.choices), wanted)


def _question(item: QuestionFile) -> Question:
    return Question(item.ask, item.good, item.choices, item.answer, item.why, item.follows)
