"""One line of `list`: a problem, and how far this person has come with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tfmdrill.model.pack import Difficulty, Framework, Topic


class Status(StrEnum):
    NEW = "new"  # no file of it was ever graded here
    STARTED = "started"  # graded, not passed
    PASSED = "passed"
    GIVEN_UP = "given-up"  # the solution was looked at before a pass


@dataclass(frozen=True, slots=True)
class Summary:
    """What there is to choose a problem by."""

    slug: str
    title: str
    topic: Topic
    difficulty: Difficulty
    minutes: int
    frameworks: tuple[Framework, ...]
    prerequisites: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()  # names of the forms under another convention

    def mentions(self, words: Sequence[str]) -> bool:
        """Whether each word stands in the name, the title or the topic, in small letters or not."""
        text = f"{self.slug} {self.title} {self.topic}".lower()
        return all(word.lower() in text for word in words)


@dataclass(frozen=True, slots=True)
class Listed:
    problem: Summary
    status: Status = Status.NEW
