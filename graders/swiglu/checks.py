"""What is asked of an answer to swiglu."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import before_and_after_another_end
from tfmdrill.model.case import Case

ENTRY = "swiglu"
UNIT = "gates of unit scale"
SQUARE = "as wide inside as outside"
STRONG = "strong gates"
FAR = "Gates far from zero: SiLU is the gate itself, or zero"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases; with f = d transposed weights have a shape that fits."""
    yield _case(draw, UNIT, 2)
    yield _case(draw, UNIT, 3, gradient=True, half=True)
    yield _case(draw, UNIT, 3, half=True)
    yield _case(draw, UNIT, 4, gradient=True)
    yield _case(draw, UNIT, 3)
    yield _case(draw, SQUARE, 2, square=True)
    yield _case(draw, SQUARE, 3, square=True)
    yield _case(draw, SQUARE, 3, square=True)
    yield _case(draw, SQUARE, 4, square=True)
    yield _case(draw, STRONG, 3, gate=3.0, half=True)
    yield _case(draw, STRONG, 2, gate=3.0)
    yield _case(draw, STRONG, 3, gate=3.0, square=True)
    yield _case(draw, STRONG, 4, gate=3.0)


def edges(draw: Draw) -> Iterator[Case]:
    """Gates of hundreds, of one sign and of both."""
    for level, signs, gradient in (
        (300.0, (-1,), True),
        (300.0, (1,), False),
        (900.0, (-1, 1), False),
    ):
        x, w_gate, w_up, w_down = _arrays(draw, 3)
        x[..., 0] = 1.0
        w_gate[0] = level * np.resize(np.array(signs, dtype=float), w_gate.shape[1])
        yield Case(ENTRY, (x, w_gate, w_up, w_down), title=FAR, gradient=gradient)


def properties(draw: Draw) -> Iterator[Case]:
    """What is linear in the layer, and what isn't."""
    yield Case(
        ENTRY,
        _arrays(draw, 3),
        title="Doubling w_up doubles the result",
        script=_doubled_up,
    )
    x, *weights = _arrays(draw, 3)
    other = draw.normal(x.shape[0], 1, x.shape[2])
    yield Case(
        ENTRY,
        (x, other, *weights),
        title="Another last token changes no other token's answer",
        script=_other_last_token,
    )


def _doubled_up(subject: Any, x: Any, w_gate: Any, w_up: Any, w_down: Any) -> Any:
    once = subject.swiglu(x, w_gate, w_up, w_down)
    twice = subject.swiglu(x, w_gate, 2.0 * w_up, w_down)
    return [once, twice]


def _other_last_token(subject: Any, x: Any, other: Any, w_gate: Any, w_up: Any, w_down: Any) -> Any:
    return before_and_after_another_end(
        lambda x: subject.swiglu(x, w_gate, w_up, w_down), (x,), (other,)
    )


def _case(draw: Draw, mode: str, axes: int, **rest: Any) -> Case:
    sizes = {name: rest.pop(name) for name in ("square", "gate") if name in rest}
    return Case(ENTRY, _arrays(draw, axes, **sizes), mode=mode, **rest)


def _arrays(
    draw: Draw, axes: int, *, square: bool = False, gate: float = 1.2
) -> tuple[Any, Any, Any, Any]:
    """x (..., d), w_gate (d, f), w_up (d, f), w_down (f, d); gates of standard deviation `gate`."""
    B, h, n, d = draw.sizes(B=(2, 3), h=(2, 4), n=(3, 5), d=(4, 7))
    f = d if square else draw.size("f", 5, 11)
    shape = (B, h, n, d)[-axes:] if axes != 3 else (B, n, d)
    return (
        draw.normal(*shape),
        draw.normal(d, f, std=gate * d**-0.5),
        draw.normal(d, f, std=1.3 * d**-0.5),
        draw.normal(f, d, std=1.5 * f**-0.5),
    )
