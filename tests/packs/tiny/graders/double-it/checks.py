"""What is asked of an answer to double-it."""

from collections.abc import Iterator

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case


def cases(draw: Draw) -> Iterator[Case]:
    """Twelve value cases: six without and six with an offset."""
    for offset in (0.0, 0.5) * 6:
        B, n = draw.sizes(B=(2, 4), n=(2, 7))
        yield Case(
            "double_it",
            (draw.normal(B, n),),
            {"offset": offset} if offset else {},
            mode="with an offset" if offset else "plain",
        )


def edges(draw: Draw) -> Iterator[Case]:
    yield Case("double_it", (draw.normal(2, 3, std=1e4),), title="Large values stay right")
