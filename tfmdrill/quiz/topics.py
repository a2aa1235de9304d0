"""What the questions are about of which only the keys of their cards are known."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from tfmdrill.catalogue import find_problem, load_bank, load_questions
from tfmdrill.errors import TfmdrillError
from tfmdrill.model.pack import Pack, Topic


def topics_of(keys: Iterable[str], packs: Sequence[Pack]) -> dict[str, Topic]:
    """The topic of each of these that the quiz can ask; those of packs that are gone aren't there.

    Only what the keys need is read. A file that isn't well formed has no questions here: the quiz
    itself says so.

    >>> topics_of(["number:kv-cache-bytes", "number:of-a-pack", "problem:rope"], [])
    {'number:kv-cache-bytes': <Topic.DECODING: 'decoding'>}
    """
    wanted = set(keys)
    sources = {key.rpartition(":")[0] for key in wanted if not key.startswith("problem:")}
    found: dict[str, Topic] = {}
    for source in sources:
        with suppress(TfmdrillError):
            found |= {key: topic for key, topic in _all_of(source, packs).items() if key in wanted}
    return found


def _all_of(source: str, packs: Sequence[Pack]) -> dict[str, Topic]:
    """Every question of the numbers, the banks or a problem. Raises TfmdrillError."""
    if source == "number":
        from tfmdrill.quiz.numbers import KINDS

        return {kind.key: kind.topic for kind in KINDS}
    if source == "question:quiz":
        return {f"{source}:{item.id}": item.topic for pack in packs for item in load_bank(pack)}
    problem = find_problem(source.removeprefix("question:"), packs)
    questions = load_questions(problem)
    return {f"{source}:{i}": problem.topic for i, each in enumerate(questions) if each.choices}
