"""A pack of problems, and what its problems are sorted by: all that `list` needs of the model."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Framework(StrEnum):
    """What a submission is written in; TEXT is plain Python over str and bytes."""

    TORCH = "torch"
    NUMPY = "numpy"
    TEXT = "text"


class Topic(StrEnum):
    ATTENTION = "attention"
    BLOCKS = "blocks"
    TOKENIZATION = "tokenization"
    POSITIONS = "positions"
    OBJECTIVES = "objectives"
    DECODING = "decoding"
    TRAINING = "training"


class Difficulty(StrEnum):
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def qualified(slug: str, variant: str) -> str:
    """A problem's name with that of its variant, if it is one.

    >>> qualified("rope", ""), qualified("rope", "half-split")
    ('rope', 'rope:half-split')
    """
    return f"{slug}:{variant}" if variant else slug


@dataclass(frozen=True, slots=True)
class Pack:
    """A folder with `problems/` and `graders/` in it; the built-in catalogue is one."""

    name: str
    problems_dir: Path
    graders_dir: Path
    slugs: tuple[str, ...] = field(default=())
