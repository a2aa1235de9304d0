"""What code of a class is alike: evidence for a person to weigh, never proof."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of one file. `place` says where they begin: "line 12", "cell 3, line 1"."""

    place: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Two stretches of code that are the same but for names, constants and layout."""

    left: Excerpt
    right: Excerpt


@dataclass(frozen=True, slots=True)
class Side:
    """A file of a pair. `who`: as its students are called; `share`: 0 to 1, how much of what is
    the file's own is found in the other."""

    who: tuple[str, ...]
    file: str
    share: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files that are more alike than chance makes them.

    share: of the one with less code of its own.
    evidence: the shared fingerprints, each counting less the more of the class has it.
    """

    left: Side
    right: Side
    share: float
    evidence: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Everyone whom pairs connect."""

    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProblemSimilarity:
    """files: how many were compared. too_short: of these, have too little of their own to say
    anything. unreadable: are no Python."""

    slug: str
    title: str
    files: int
    too_short: int
    unreadable: int
    pairs: tuple[Pair, ...]
    clusters: tuple[Cluster, ...]


@dataclass(frozen=True, slots=True)
class Similarity:
    course: str
    problems: tuple[ProblemSimilarity, ...]
    named: bool  # whether names are shown in the place of pseudonyms
