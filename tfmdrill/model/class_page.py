"""What the instructor sees of a whole class on one page."""

from dataclasses import dataclass

from tfmdrill.model.report import Outcome


@dataclass(frozen=True, slots=True)
class Bin:
    """The students whose total lies in [low, high) percent; the last bin has 100, too."""

    low: int
    high: int
    students: int


@dataclass(frozen=True, slots=True)
class ItemRow:
    """How a check did as a test item.

    judged: graded files in which it was judged.
    difficulty: the share of them that passed it, 0 to 1 (the higher, the easier).
    discrimination: the point-biserial correlation of passing it with the score on all other
        checks of the problem, -1 to 1; None where everyone or no one passed it.
    """

    id: str
    title: str
    hidden: bool
    judged: int
    difficulty: float
    discrimination: float | None


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A named mistake and who made it, as they are to be called on the page."""

    bug: str
    says: str
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProblemRows:
    """One problem: how many ended how, the mistakes by number of students, its checks.

    outcomes: (word, number of students), graded ones by outcome, the rest by status.
    unnamed: students whose file didn't pass and whose mistake has no name.
    """

    slug: str
    title: str
    points: float
    mean: float | None
    outcomes: tuple[tuple[str, int], ...]
    mistakes: tuple[MistakeRow, ...]
    unnamed: tuple[str, ...]
    items: tuple[ItemRow, ...]


@dataclass(frozen=True, slots=True)
class SuspectRow:
    """Something for a person to look at: evidence, never proof."""

    what: str
    problem: str
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassPage:
    """unmatched: (reason, number of files)."""

    course: str
    points: float
    students: int
    with_total: int
    mean: float | None
    median: float | None
    bins: tuple[Bin, ...]
    problems: tuple[ProblemRows, ...]
    suspects: tuple[SuspectRow, ...]
    unmatched: tuple[tuple[str, int], ...]
    waived: tuple[tuple[str, str], ...]
    engine: str
    seed: int
    named: bool  # whether names are shown in the place of pseudonyms


SUSPICIOUS = (Outcome.BROKEN_PROTOCOL, Outcome.FORBIDDEN)
