"""A named mistake is a patch of the reference: whole lines, found exactly once."""

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
    return "".join(lines[:start] + _lines(bug.replace) + lines[stop:])


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
            *_lines(early[2].replace),
            *lines[early[1] : late[0]],
            *_lines(late[2].replace),
            *lines[late[1] :],
        ]
    )


def _start(span: tuple[int, int, Bug]) -> int:
    return span[0]


def _find(lines: list[str], bug: Bug) -> tuple[int, int]:
    """The half-open range of lines that the patch replaces."""
    wanted = _lines(bug.find)
    starts = [
        i for i in range(len(lines) - len(wanted) + 1) if lines[i : i + len(wanted)] == wanted
    ]
    if len(starts) != 1 or not wanted:
        raise ProblemError(
            f"bug {bug.id!r}: `find` occurs {len(starts)} times in reference.py, wanted exactly "
            f"once, as whole lines with their indentation: {bug.find.strip()!r}"
        )
    return starts[0], starts[0] + len(wanted)


def _lines(text: str) -> list[str]:
    """Whole lines: the last one ends, whether or not the author's quotes stood on their own."""
    closed = text if not text or text.endswith("\n") else text + "\n"
    return closed.splitlines(keepends=True)
