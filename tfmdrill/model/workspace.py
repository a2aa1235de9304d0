"""Files in the user's folder: what was found there, and what tfmdrill wrote."""

from dataclasses import dataclass
from pathlib import Path

from tfmdrill.model.pack import Framework


@dataclass(frozen=True, slots=True)
class Answer:
    """A file of the user that answers a problem."""

    path: Path
    slug: str
    framework: Framework


@dataclass(frozen=True, slots=True)
class Written:
    """A file that tfmdrill wrote; `backup` is where the one that stood there went."""

    path: Path
    backup: Path | None = None
