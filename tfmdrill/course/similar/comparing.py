"""Which files of a problem are alike, once what is nobody's own is taken out."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tfmdrill.course.similar.tokens import Token, sequences_of
from tfmdrill.course.similar.winnowing import fingerprints, grams
from tfmdrill.model.source import Source

# Of more than 2,000 pairs of right answers that were written apart (tests/variants), the most alike
# share 0.35 of the smaller one; a copy with all of it renamed, moved and reformatted shares it all.
LEAST_SHARE = 0.5
LEAST_EVIDENCE = 5.0  # fingerprints that only two have; fewer is a line that both happened on
MOST_SHARED = 0.5  # of the class: what more have is how the problem is done
FEW = 4  # so many may share something in a class of any size

Sequences = tuple[tuple[Token, ...], ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A file that answers the problem. Files of the same owners are never compared."""

    owners: frozenset[str]
    name: str
    source: Source


@dataclass(frozen=True, slots=True)
class Alike:
    """Two pieces, by their place in the list, and how alike they are."""

    left: int
    right: int
    left_share: float
    right_share: float
    evidence: float

    @property
    def share(self) -> float:
        return max(self.left_share, self.right_share)


@dataclass(frozen=True, slots=True)
class Compared:
    """sequences, own: of each piece its tokens, and the fingerprints that are its own.

    nobodys: the hashes of template and common code.
    """

    sequences: tuple[Sequences, ...]
    own: tuple[frozenset[int], ...]
    nobodys: frozenset[int]
    alike: tuple[Alike, ...]


def compare(pieces: Sequence[Piece], given: Iterable[Source]) -> Compared:
    """The pairs that are more alike than chance makes them, the most alike first.

    given: what everyone had or may have had in hand: the stubs, the model answers.
    """
    sequences = tuple(sequences_of(piece.source) for piece in pieces)
    template = {h for source in given for s in sequences_of(source) for h in grams(s)}
    marks = [frozenset(h for s in each for h in fingerprints(s)) for each in sequences]
    owners = _owners(pieces, marks)
    class_size = len({owner for piece in pieces for owner in piece.owners})
    most = max(FEW, MOST_SHARED * class_size)
    common = {mark for mark, whose in owners.items() if len(whose) > most}
    nobodys = frozenset(template | common)
    own = tuple(each - nobodys for each in marks)
    weights = {mark: _weight(len(whose), class_size) for mark, whose in owners.items()}
    alike = [found for found in _pairs(pieces, own, weights) if _is_notable(found)]
    alike.sort(key=lambda a: (-a.share, -a.evidence, a.left, a.right))
    return Compared(sequences, own, nobodys, tuple(alike))


def is_too_short(own: frozenset[int]) -> bool:
    """Whether a file has too little of its own to be alike to anything."""
    return len(own) < LEAST_EVIDENCE


def _owners(
    pieces: Sequence[Piece], marks: Sequence[frozenset[int]]
) -> Mapping[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    for piece, own in zip(pieces, marks, strict=True):
        for mark in own:
            found.setdefault(mark, set()).update(piece.owners)
    return {mark: frozenset(whose) for mark, whose in found.items()}


def _weight(owners: int, class_size: int) -> float:
    """1 for what two have, less for what more have: an idiom of a third of a class says little."""
    return math.log((class_size + 1) / owners) / math.log((class_size + 1) / 2)


def _pairs(
    pieces: Sequence[Piece], own: Sequence[frozenset[int]], weights: Mapping[int, float]
) -> Iterable[Alike]:
    """Every pair that shares something, through an index: most of a class shares nothing."""
    index: dict[int, list[int]] = {}
    for place, marks in enumerate(own):
        for mark in marks:
            index.setdefault(mark, []).append(place)
    shared: Counter[tuple[int, int]] = Counter()
    for places in index.values():
        shared.update(combinations(places, 2))
    wholes = [math.fsum(weights[mark] for mark in marks) for marks in own]
    for (left, right), number in shared.items():
        if number < LEAST_EVIDENCE or pieces[left].owners & pieces[right].owners:
            continue
        both = math.fsum(weights[mark] for mark in own[left] & own[right])
        yield Alike(left, right, both / wholes[left], both / wholes[right], both)


def _is_notable(found: Alike) -> bool:
    return found.share >= LEAST_SHARE and found.evidence >= LEAST_EVIDENCE
