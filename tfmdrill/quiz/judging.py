"""The verdict on an answer: right, or which misconception or miscalculation it is."""

import math

from tfmdrill.model.quiz import Asked, AskedKind, Judged, Value
from tfmdrill.quiz.answers import read_choice, read_value

SLIP_WITHIN = 0.005  # how near a number must be to a known wrong value to be named


def judge(asked: Asked, typed: str) -> Judged:
    """The verdict on what was typed: a letter, a number, a shape; anything where it is spoken.

    Raises Unreadable, with what is wanted, if it is no answer to the question.
    """
    if asked.kind is AskedKind.SPOKEN:
        return reveal(asked)
    if asked.kind is AskedKind.CHOICE:
        chosen = read_choice(asked, typed)
        right = chosen == asked.right
        return _judged(asked, right, "" if right else asked.why[chosen])
    value = read_value(asked, typed)
    if fits(value, asked.value, asked.within):
        return _judged(asked, True, "")
    within = max(asked.within, SLIP_WITHIN) if asked.within else 0.0
    named = [slip.says for slip in asked.slips if fits(value, slip.value, within)]
    return _judged(asked, False, " Or: ".join(named[:2]))


def reveal(asked: Asked) -> Judged:
    """The right answer without a verdict: for a question that was skipped, or is spoken."""
    return _judged(asked, None, "")


def fits(got: Value, wanted: Value | None, within: float) -> bool:
    """Whether a value is the wanted one, to the relative error `within`; shapes exactly.

    >>> fits(101, 100, 0.01), fits(102, 100, 0.01), fits((2, 3), (2, 3), 0)
    (True, False, True)
    """
    if isinstance(got, tuple) or isinstance(wanted, tuple) or wanted is None:
        return got == wanted
    return got == wanted or math.isclose(got, wanted, rel_tol=0, abs_tol=within * abs(wanted))


def worded(value: Value | None, unit: str = "") -> str:
    """A value as it is read.

    >>> worded(1048576, "bytes"), worded(3.14159), worded((2, 3), "shape")
    ('1,048,576 bytes', '3.142', '(2, 3)')
    """
    if isinstance(value, tuple):
        return str(value)
    number = f"{value:,}" if isinstance(value, int) else f"{value:.4g}"
    return f"{number} {unit}".rstrip()


def _judged(asked: Asked, right: bool | None, says: str) -> Judged:
    if asked.right is not None:
        answer, explained = asked.choices[asked.right], asked.why[asked.right]
    elif asked.value is not None:
        answer, explained = worded(asked.value, "" if asked.unit == "shape" else asked.unit), ""
    else:
        answer, explained = "", ""
    because = asked.follows if right is False else ""
    return Judged(right, says, because, answer, explained, asked.points)
