"""One axis of a shape comment: what it is worth, and how written axes stand to a shape.

The expected sizes are worked out by hand.
"""

import pytest

from tfmdrill.shapes.dims import evaluate, is_dim, match, symbols_in

SIZES = {"B": 2, "h": 3, "n": 5, "d": 12, "d_k": 4, "self.h": 7}


@pytest.mark.parametrize(
    ("dim", "size"),
    [
        ("B", 2),
        ("1", 1),
        ("h*d_k", 12),
        ("h·d_k", 12),
        ("h × d_k", 12),  # noqa: RUF001 as people write
        ("3d", 36),
        ("3*d", 36),
        ("d//h", 4),
        ("d / h", 4),
        ("d//5", 2),
        ("n+1", 6),
        ("n - 1", 4),
        ("2*n-1", 9),
        ("(n+1)*B", 12),
        ("-1", -1),
        ("self.h", 7),
        ("n/B", None),  # a fraction
        ("n//0", None),
        ("m", None),
        ("m + n", None),
    ],
)
def test_an_axis_is_worth_what_its_arithmetic_says(dim: str, size: int | None) -> None:
    assert is_dim(dim)
    assert evaluate(dim, SIZES) == size


@pytest.mark.parametrize(
    "text",
    ["", "f(x)", "a b", "x[0]", "1.5", "'n'", "n == 1", "n if n else 1", "lambda: 1", "*", "n,",
     "a.b.c", "__import__('os')", "(" * 60, "-" * 60 + "1", "n" * 61, "2**9**9**9", "True and n"],
)  # fmt: skip
def test_anything_else_is_no_axis(text: str) -> None:
    assert is_dim(text) == (text == "*")  # which stands for any number of axes
    assert evaluate(text, SIZES) is None


def test_symbols_are_named_once() -> None:
    assert sorted(symbols_in("(n+1)*h*n")) == ["h", "n"]
    assert symbols_in("...") == symbols_in("_") == symbols_in("3") == ()


@pytest.mark.parametrize(
    ("dims", "shape", "wrong", "bound"),
    [
        (("B", "h", "n"), (2, 3, 5), (), {}),
        (("B", "n", "h"), (2, 3, 5), (1, 2), {}),
        (("B", "t", "t"), (2, 9, 9), (), {"t": 9}),
        (("B", "t", "t"), (2, 9, 8), (2,), {"t": 9}),
        (("t*2", "t"), (18, 9), (), {"t": 9}),
        (("3*t",), (27,), (), {"t": 9}),
        (("3*t",), (28,), (0,), {}),
        (("d//t",), (4,), (), {"t": 3}),
        (("d/t",), (5,), (0,), {}),
        (("s*t",), (5,), (), {}),  # nothing can be said
        (("...", "n"), (2, 3, 5), (), {}),
        (("B", "...", "n"), (2, 5), (), {}),
        (("B", "...", "n"), (2, 9, 9, 4), (3,), {}),
        (("*", "n"), (5,), (), {}),
        (("*batch", "n"), (8, 8, 5), (), {}),
        (("_", "n"), (8, 5), (), {}),
        (("1", "n"), (2, 5), (0,), {}),
        ((), (), (), {}),
    ],
)
def test_written_axes_against_a_shape(
    dims: tuple[str, ...], shape: tuple[int, ...], wrong: tuple[int, ...], bound: dict[str, int]
) -> None:
    found = match(dims, shape, SIZES)
    assert found.fits
    assert (found.wrong, dict(found.bound)) == (wrong, bound)
    assert found.right == (not wrong)


@pytest.mark.parametrize(
    ("dims", "shape"),
    [(("B", "n"), (2,)), (("B",), ()), ((), (2,)), (("B", "...", "n"), (2,)), (("*", "*"), (2,))],
)
def test_another_number_of_axes_does_not_fit(dims: tuple[str, ...], shape: tuple[int, ...]) -> None:
    assert not match(dims, shape, SIZES).fits
    assert not match(dims, shape, SIZES).right
