"""The listing on terminals of several widths: one column, no shape broken, nothing lost."""

from dataclasses import replace

import pytest
from screens import shown, widest_line

from tfmdrill.model.report import ExceptionInfo, Frame, Outcome
from tfmdrill.model.shapes import (
    ArrayShape,
    Example,
    Held,
    Kind,
    Line,
    ShapesReport,
    Value,
    Verdict,
)
from tfmdrill.render.shapes import held_words, print_shapes, summary


def array(*shape: int, dtype: str = "float32") -> Value:
    return Value((ArrayShape(shape, dtype),))


def number(value: int) -> Value:
    return Value(words=str(value))


def held(name: str, *values: Value, kind: Kind = Kind.ASSIGNED, more: bool = False) -> Held:
    return Held(name, kind, values, more)


LINES = (
    Line(1, "line 1", "def attention(q, k):",
         held=(held("q", array(2, 5), kind=Kind.PARAMETER),
               held("k", array(2, 5), kind=Kind.PARAMETER))),
    Line(2, "line 2", "    n = len(q)", held=(held("n", number(2)),)),
    Line(3, "line 3", "    x = q @ k.T  # (n, n)", held=(held("x", array(2, 2)),),
         verdict=Verdict.RIGHT, comment="(n, n)"),
    Line(4, "line 4", "    for t in range(3):", 
         held=(held("t", *map(number, range(3)), kind=Kind.FOR, more=True),)),
    Line(5, "line 5", "        y = grown(t)  # (t, n)", held=(held("y", array(1, 2), array(2, 2)),),
         verdict=Verdict.WRONG, comment="(t, n)", says="you wrote (t, n), it is (1, n) = (1, 2)",
         details=("axis 0: t is 0, here it is 1",)),
    Line(6, "line 6", "    z = x > 0", held=(held("z", array(2, 2, dtype="bool")),),
         verdict=Verdict.MISSING, says="no shape comment; z: (n, n)"),
    Line(7, "line 7", "    if False:"),
    Line(8, "line 8", "        w = x  # (n, n)", verdict=Verdict.NOT_CHECKED, comment="(n, n)"),
    Line(9, "line 9", "    return x"),
)  # fmt: skip
REPORT = ShapesReport(
    "attention", "Attention", "mine.py", "numpy", Outcome.PASSED,
    examples=(Example("attention(q, k)", (("n", 2), ("d", 5))),), lines=LINES,
)  # fmt: skip


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((held("x", array(2, 3)),), ["(2, 3)"]),
        ((held("x", array(2, 3, dtype="int64")),), ["int64 (2, 3)"]),
        ((held("x", array(2, 3), array(2, 4)),), ["(2, 3), then (2, 4)"]),
        ((held("x", array(1), array(2), array(3), array(4)),), ["(1,), then (2,), then (3,), ..."]),
        ((held("x", array(1), more=True),), ["(1,), ..."]),
        ((held("n", number(5)),), ["n = 5"]),
        ((held("q", array(2)), held("k", array(2))), ["q, k (2,)"]),
        ((held("q", array(2)), held("k", array(3))), ["q (2,)", "k (3,)"]),
        ((held("q", array(2), kind=Kind.PARAMETER),), ["q (2,)"]),
        ((held("h", replace(array(2, 3), container="list", count=4)),), ["list of 4 x (2, 3)"]),
        (
            (
                held(
                    "h", Value((ArrayShape((2,), "float32"), ArrayShape((3,), "bool")), "tuple", 9)
                ),
            ),
            ["tuple of 9: (2,), bool (3,), ..."],
        ),
    ],
)
def test_what_a_line_held_in_words(values: tuple[Held, ...], words: list[str]) -> None:
    assert held_words(values) == words


@pytest.mark.parametrize("width", [40, 60, 80, 140])
@pytest.mark.parametrize("plain", [False, True])
def test_it_fits_the_terminal_and_says_everything(width: int, plain: bool) -> None:
    text = shown(print_shapes, REPORT, width=width, plain=plain)
    assert widest_line(text) <= width
    for line in LINES:
        assert line.source.strip() in text
    for word in ("(2, 2)", "bool (2, 2)", "(1, 2)", "n = 2"):
        assert word in text
    assert "axis 0: t is 0, here it is 1" in text
    assert "1 right, 1 wrong, 1 missing" in " ".join(text.split())


def test_the_shapes_stand_in_one_column() -> None:
    rows = shown(print_shapes, REPORT, width=80).split("\n")
    starts = [row.index(sign) for sign in "✓✗?–" for row in rows  # noqa: RUF001 the sign itself
              if sign in row and row.strip()[0].isdigit()]  # fmt: skip
    assert len(starts) == 4
    assert len(set(starts)) == 1


def test_signs_are_there_without_colour_and_in_ascii() -> None:
    text = shown(print_shapes, REPORT, ascii_only=True)
    assert "x line 5: you wrote" in text
    assert "? line 6: no shape comment" in text


def test_code_wider_than_the_terminal_stays_whole() -> None:
    wide = replace(LINES[2], source="    x = " + "q + " * 40 + "q  # (n, n)")
    text = shown(print_shapes, replace(REPORT, lines=(wide,)), width=60)
    assert wide.source.strip() in text.replace("\n", "")
    assert "✓ (2, 2)" in text


def test_what_raised_is_shown_after_the_listing() -> None:
    info = ExceptionInfo("ValueError", "no", (Frame("line 5", "attention", "y = 1", ()),))
    ended = replace(REPORT, outcome=Outcome.ERROR, says="ValueError: no", exception=info)
    for plain in (False, True):
        text = shown(print_shapes, ended, plain=plain)
        assert "ValueError: no" in text
        assert "line 5, in attention" in text
    late = replace(ended, outcome=Outcome.TIMEOUT)
    assert "took too long" in shown(print_shapes, late)


def test_several_examples_are_numbered() -> None:
    second = replace(LINES[2], example=1)
    both = replace(REPORT, examples=REPORT.examples * 2, lines=(LINES[1], second))
    text = shown(print_shapes, both)
    assert "[1] attention(q, k)" in text
    assert "✓ [2] (2, 2)" in text


def test_the_last_sentence() -> None:
    clean = replace(REPORT, lines=LINES[:3])
    assert summary(clean) == "Every shape comment is there and right (1)."
    assert summary(replace(REPORT, examples=())) == "Nothing was checked."
    assert summary(replace(REPORT, lines=LINES[:2])).startswith("No line holds a tensor")
    assert "1 on lines that no example reached" in summary(REPORT)
