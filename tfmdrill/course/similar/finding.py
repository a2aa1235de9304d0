"""`course similar`: the files of a graded class compared, problem by problem."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tfmdrill.catalogue import solution_path, stub_for
from tfmdrill.course.settings import course_problems
from tfmdrill.course.similar.comparing import Alike, Compared, Piece, compare, is_too_short
from tfmdrill.course.similar.parts import parts_of
from tfmdrill.course.store import HandedIn, Store, open_store
from tfmdrill.model.course import Course, CourseProblem
from tfmdrill.model.problem import Problem
from tfmdrill.model.similarity import Cluster, Pair, ProblemSimilarity, Side, Similarity
from tfmdrill.model.source import Source

DETAILED = 100  # pairs of a problem that are shown side by side; the rest are lines of a table


def find_similar(course: Course, out: Path, *, names: bool) -> Similarity:
    """What is alike among all files of the graded class in `out`, earlier attempts too.

    Raises UsageError where there is no graded class.
    """
    problems = course_problems(course)
    with open_store(out, create=False) as store:
        handed_in = store.handed_in
        called = {s.key: s.name if names else s.pseudonym for s in handed_in.students}
        found = tuple(
            _of_problem(
                problem,
                _pieces(problem.slug, handed_in, store),
                tuple(_given(problems[problem.slug])),
                called,
            )
            for problem in course.problems
        )
    return Similarity(course.name, found, names)


def _pieces(slug: str, handed_in: HandedIn, store: Store) -> list[Piece]:
    """Each file once, also where it answers several problems or is several students'."""
    found = []
    for match in handed_in.matches:
        if match.problem == slug:
            source = store.source(match.file.source)
            found.append(Piece(frozenset(match.students), match.file.name, source))
    return found


def _given(problem: Problem) -> Iterator[Source]:
    """What is nobody's own: the stubs, and the model answers that right ones come near to."""
    for framework in problem.frameworks:
        yield Source("stub", stub_for(problem, framework).encode())
        path = solution_path(problem, framework)
        if path.is_file():
            yield Source(path.name, path.read_bytes())


def _of_problem(
    problem: CourseProblem,
    pieces: Sequence[Piece],
    given: tuple[Source, ...],
    called: Mapping[str, str],
) -> ProblemSimilarity:
    compared = compare(pieces, given)
    alike = _best_of_each(pieces, compared.alike)
    unreadable = sum(not sequences for sequences in compared.sequences)
    short = sum(is_too_short(own) for own in compared.own) - unreadable
    return ProblemSimilarity(
        problem.slug,
        problem.title,
        len(pieces),
        short,
        unreadable,
        tuple(_pair(a, pieces, compared, called, n < DETAILED) for n, a in enumerate(alike)),
        tuple(_clusters(alike, pieces, called)),
    )


def _best_of_each(pieces: Sequence[Piece], alike: Sequence[Alike]) -> list[Alike]:
    """Of the attempts of the same two, the pair that is most alike: it comes first."""
    found: dict[frozenset[frozenset[str]], Alike] = {}
    for one in alike:
        both = frozenset([pieces[one.left].owners, pieces[one.right].owners])
        found.setdefault(both, one)
    return list(found.values())


def _pair(
    alike: Alike,
    pieces: Sequence[Piece],
    compared: Compared,
    called: Mapping[str, str],
    detailed: bool,
) -> Pair:
    left, right = pieces[alike.left], pieces[alike.right]
    both = (compared.sequences[alike.left], compared.sequences[alike.right])
    return Pair(
        Side(_who(left.owners, called), left.name, alike.left_share),
        Side(_who(right.owners, called), right.name, alike.right_share),
        alike.share,
        alike.evidence,
        parts_of(left.source, right.source, both, compared.nobodys) if detailed else (),
    )


def _who(owners: frozenset[str], called: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(called.get(owner, owner) for owner in sorted(owners))


def _clusters(
    alike: Sequence[Alike], pieces: Sequence[Piece], called: Mapping[str, str]
) -> list[Cluster]:
    """Everyone connected by pairs, where that is more than one pair, the largest first."""
    group: dict[str, set[str]] = {}
    for one in alike:
        everyone = pieces[one.left].owners | pieces[one.right].owners
        merged = set(everyone).union(*(group.get(owner, set()) for owner in everyone))
        for owner in merged:
            group[owner] = merged
    distinct = {frozenset(members) for members in group.values()}
    large = [c for c in distinct if sum(bool(pieces[a.left].owners <= c) for a in alike) > 1]
    return [
        Cluster(_who(members, called))
        for members in sorted(large, key=lambda c: (-len(c), sorted(c)))
    ]
