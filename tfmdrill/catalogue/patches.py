"""A named mistake is a patch of the reference: whole lines, found exactly once.

So is what a variant changes in the texts of its problem.
"""

from itertools import takewhile

from tfmdrill.errors import ProblemError
from tfmdrill.model.problem import Bug


def apply_patch(reference: str, bug: Bug) -> str:
    """The reference's source with the mistake in it.

    Raises ProblemError if the lines of `bug.find` don't occur exactly once.

    >>> bug = Bug("minus", "", "", "", find="    b = a\\n", replace="    b = -a\\n")
    >>> apply_patch("def f(a):\\n    b = a\\n    return b\\n", bug)
    'def f(a):\\n    b = -a\\n    return b\\n'
    """
    lines = reference.splitlines(keepends=True)
    start, stop = _find(lines, bug)
    return "".join(lines[:start] + lines_of(bug.replace) + lines[stop:])


def compose_patches(reference: str, first: Bug, second: Bug) -> str | None:
    """The reference's source with both mistakes in it; None if they touch the same lines.

    Raises ProblemError if either patch doesn't fit the reference.
    """
    lines = reference.splitlines(keepends=True)
    early, late = sorted(((*_find(lines, bug), bug) for bug in (first, second)), key=_start)
    if late[0] < early[1]:
        return None
    return "".join(
        [
            *lines[: early[0]],
            *lines_of(early[2].replace),
            *lines[early[1] : late[0]],
            *lines_of(late[2].replace),
            *lines[late[1] :],
        ]
    )


def patch_text(text: str, find: str, replace: str, where: str) -> str:
    """The text with the lines `find` in it replaced.

    Raises ProblemError, which begins with `where`, if they don't occur exactly once.
    """
    lines = text.splitlines(keepends=True)
    starts = places_of(lines_of(find), lines)
    if len(starts) != 1:
        raise ProblemError(
            f"{where}: `find` occurs {len(starts)} times, wanted exactly once, as whole lines "
            f"with their indentation: {find.strip()!r}"
        )
    stop = starts[0] + len(lines_of(find))
    return "".join(lines[: starts[0]] + lines_of(replace) + lines[stop:])


def difference(text: str, other: str) -> tuple[str, str]:
    """The patch (find, replace) that makes `other` of the text, as small as one can be.

    `find` is "" where they are equal.

    >>> difference("a\\nb\\nc\\n", "a\\nB\\nc\\n")
    ('b\\n', 'B\\n')
    >>> difference("a\\nc\\n", "a\\nb\\nc\\n")  # what is only put in is put at a line
    ('a\\nc\\n', 'a\\nb\\nc\\n')
    """
    if text == other:
        return "", ""
    lines, others = text.splitlines(keepends=True), other.splitlines(keepends=True)
    before = _equal(lines, others)
    most = min(len(lines), len(others)) - before
    after = min(_equal(lines[::-1], others[::-1]), most)
    while len(places_of(lines[before : len(lines) - after], lines)) != 1:
        before, after = max(before - 1, 0), max(after - 1, 0)
    return (
        "".join(lines[before : len(lines) - after]),
        "".join(others[before : len(others) - after]),
    )


def places_of(wanted: list[str], lines: list[str]) -> list[int]:
    """The indices at which the wanted lines begin; none for no lines."""
    if not wanted:
        return []
    starts = range(len(lines) - len(wanted) + 1)
    return [i for i in starts if lines[i : i + len(wanted)] == wanted]


def _equal(lines: list[str], others: list[str]) -> int:
    """How many lines at the start are the same."""
    pairs = zip(lines, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _start(span: tuple[int, int, Bug]) -> int:
    return span[0]


def _find(lines: list[str], bug: Bug) -> tuple[int, int]:
    """The half-open range of lines that the patch replaces."""
    wanted = lines_of(bug.find)
    starts = places_of(wanted, lines)
    if len(starts) != 1:
        raise ProblemError(
            f"bug {bug.id!r}: `find` occurs {len(starts)} times in reference.py, wanted exactly "
            f"once, as whole lines with their indentation: {bug.find.strip()!r}"
        )
    return starts[0], starts[0] + len(wanted)


def lines_of(text: str) -> list[str]:
    """Whole lines: the last one ends, whether or not the author's quotes stood on their own."""
    closed = text if not text or text.endswith("\n") else text + "\n"
    return closed.splitlines(keepends=True)
