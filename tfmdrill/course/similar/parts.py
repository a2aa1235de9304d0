"""The stretches that two files have in common, to be looked at side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tfmdrill.course.similar.comparing import Sequences
from tfmdrill.course.similar.tokens import Token
from tfmdrill.course.similar.winnowing import K, grams
from tfmdrill.model.similarity import Excerpt, Part
from tfmdrill.model.source import Source

MOST_LINES = 40  # of one excerpt


@dataclass(frozen=True, slots=True)
class _Match:
    """First and last lines on both sides."""

    left: tuple[int, int]
    right: tuple[int, int]


def parts_of(
    left: Source, right: Source, sequences: tuple[Sequences, Sequences], nobodys: frozenset[int]
) -> tuple[Part, ...]:
    """The common stretches in the order of the left file, without template and common code."""
    matches = sorted(_matches(*sequences, nobodys), key=lambda match: (match.left, match.right))
    return tuple(
        Part(_excerpt(left, match.left), _excerpt(right, match.right)) for match in _joined(matches)
    )


def _matches(left: Sequences, right: Sequences, nobodys: frozenset[int]) -> Iterator[_Match]:
    """From each place on the left the longest stretch that the right has, each place once."""
    places: dict[int, list[tuple[int, int]]] = {}
    for number, sequence in enumerate(right):
        for place, gram in enumerate(grams(sequence)):
            if gram not in nobodys:
                places.setdefault(gram, []).append((number, place))
    taken: set[tuple[int, int]] = set()
    for sequence in left:
        hashes = grams(sequence)
        start = 0
        while start < len(hashes):
            best, at = 0, (0, 0)
            for number, place in places.get(hashes[start], ()):
                if (number, place) in taken:
                    continue
                length = _common(sequence[start:], right[number][place:])
                if length > best:
                    best, at = length, (number, place)
            if best < K:
                start += 1
                continue
            number, place = at
            taken.update((number, place + i) for i in range(best))
            yield _Match(
                _lines(sequence[start : start + best]),
                _lines(right[number][place : place + best]),
            )
            start += best


def _common(left: Sequence[Token], right: Sequence[Token]) -> int:
    length = 0
    for one, other in zip(left, right, strict=False):
        if one.word != other.word:
            break
        length += 1
    return length


def _lines(tokens: Sequence[Token]) -> tuple[int, int]:
    lines = [token.line for token in tokens]
    return min(lines), max(lines)


def _joined(matches: Sequence[_Match]) -> list[_Match]:
    """Neighbours on both sides as one."""
    found: list[_Match] = []
    for match in matches:
        last = found[-1] if found else None
        if (
            last is not None
            and match.left[0] <= last.left[1] + 1
            and last.right[0] <= match.right[0] <= last.right[1] + 1
        ):
            found[-1] = _Match(
                (last.left[0], max(last.left[1], match.left[1])),
                (last.right[0], max(last.right[1], match.right[1])),
            )
        else:
            found.append(match)
    return found


def _excerpt(source: Source, lines: tuple[int, int]) -> Excerpt:
    first, last = lines
    text = source.code.decode("utf-8", "replace").split("\n")[first - 1 : last]
    return Excerpt(source.place(first), tuple(text[:MOST_LINES]))
