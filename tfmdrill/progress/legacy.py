"""state.json, in which tfmdrill kept what was passed before there was a database."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tfmdrill.model.practice import Standing

SCHEMA = 1


class LegacyError(Exception):
    """The file is there and can't be taken over; the message ends a sentence about it."""


@dataclass(frozen=True, slots=True)
class FailedSeed:
    """The seed with which a file (its absolute path) last failed its problem."""

    file: str
    problem: str
    seed: int


@dataclass(frozen=True, slots=True)
class Legacy:
    standings: tuple[Standing, ...] = ()
    failed: tuple[FailedSeed, ...] = ()


def read_legacy(path: Path) -> Legacy:
    """What the file holds; nothing where there is none. Raises LegacyError."""
    try:
        content = json.loads(path.read_bytes())
        if content["schema"] != SCHEMA:
            raise LegacyError("was written by another version of tfmdrill")
        return Legacy(
            tuple(_standing(slug, each) for slug, each in content["problems"].items()),
            tuple(_failed_seed(file, each) for file, each in content["failed"].items()),
        )
    except (FileNotFoundError, NotADirectoryError):
        return Legacy()
    except OSError as error:
        raise LegacyError(f"can't be read ({error.strerror})") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise LegacyError("isn't what tfmdrill wrote") from None


def _standing(slug: str, state: dict[str, Any]) -> Standing:
    flags = (state["started"], state["passed"], state["gave_up"])
    if not all(type(flag) is bool for flag in flags):
        raise TypeError(flags)
    return Standing(slug, *flags)


def _failed_seed(file: str, failed: dict[str, Any]) -> FailedSeed:
    problem, seed = failed["problem"], failed["seed"]
    if not (type(problem) is str and type(seed) is int):
        raise TypeError(failed)
    return FailedSeed(file, problem, seed)
