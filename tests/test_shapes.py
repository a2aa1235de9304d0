"""Shape comments of real files against what they hold behind the wall.

The oracle for shapes is the same function run in this process on NumPy arrays of the sizes that
the report names; for verdicts, what a person would say of the comment.
"""

import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tfmdrill.catalogue import active_packs, solution_path
from tfmdrill.config import Limits
from tfmdrill.grading import Grader
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Outcome
from tfmdrill.model.shapes import Line, ShapesReport, Verdict
from tfmdrill.model.source import Source
from tfmdrill.practice.grade import Submitted
from tfmdrill.practice.reading import read_source
from tfmdrill.shapes import check_shapes

Check = Callable[..., ShapesReport]
SLUGS = [slug for pack in active_packs() for slug in pack.slugs]
MASKED = "attention-masks"


@pytest.fixture
def check(grader: Grader, problem: Callable[[str], Problem]) -> Check:
    def checked(code: str, slug: str = MASKED, framework: Framework = Framework.NUMPY,
                cells: tuple[tuple[int, int], ...] = ()) -> ShapesReport:  # fmt: skip
        source = Source("mine.py", textwrap.dedent(code).encode(), cells)
        return check_shapes(Submitted(Path("mine.py"), source, problem(slug), framework), grader)

    return checked


def body(lines: str, *, before: str = "", after: str = "return q") -> str:
    """An answer to `attention-masks` with these lines in it."""
    return (
        f"import numpy as np\n{before}\n"
        "def masked_attention(q, k, v, *, causal=False, key_mask=None):\n"
        + textwrap.indent(f"{textwrap.dedent(lines)}\n{after}\n", "    ")
    )


def line_of(report: ShapesReport, text: str) -> Line:
    (found,) = [line for line in report.lines if text in line.source]
    return found


def shapes_of(line: Line) -> dict[str, list[tuple[int, ...]]]:
    return {
        held.name: [array.shape for value in held.values for array in value.arrays]
        for held in line.held
        if any(value.arrays for value in held.values)
    }


def test_shapes_are_those_of_the_function_run_here(check: Check) -> None:
    code = body(
        """
        B, h, n, d = q.shape
        scores = q @ k.swapaxes(-1, -2)
        flat = scores.reshape(B * h, n, -1)
        top, low = scores.max(-1), scores.min(axis=(0, 1))
        parts = np.split(k, k.shape[2], axis=2)
        both = np.concatenate([q, k], axis=2) if d == k.shape[-1] else q
        even = flat[:, ::2]
        """,
        after="return locals()",
    )
    report = check(code.replace("return locals()", "return q"))
    sizes = dict(report.examples[0].sizes)
    axes = {"q": "B h n d_k", "k": "B h m d_k", "v": "B h m d_v"}
    given = {name: np.ones([sizes[a] for a in text.split()]) for name, text in axes.items()}
    names: dict[str, Any] = {}
    exec(code, names)
    expected = names["masked_attention"](**given)
    for name in ("scores", "flat", "top", "low", "both", "even"):
        line = line_of(report, f"{name} = " if name not in ("top", "low") else "top, low")
        assert shapes_of(line)[name] == [expected[name].shape], name
    (held,) = line_of(report, "parts =").held
    assert (held.values[0].container, held.values[0].count) == ("list", len(expected["parts"]))
    assert held.values[0].arrays[0].shape == expected["parts"][0].shape
    assert len(set(sizes.values())) == len(sizes)


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("x = q @ k.swapaxes(-1, -2)  # (B, h, n, m)", "right"),
        ("x = q @ k.swapaxes(-1, -2)  # B h n m", "right"),
        ("x = q @ k.swapaxes(-1, -2)  # [B, h, n, m]", "right"),
        ("x = q @ k.swapaxes(-1, -2)  # (..., n, m)", "right"),
        ("x = q @ k.swapaxes(-1, -2)  # scores, (B, h, n, m)", "right"),
        ("x = q @ k.swapaxes(-1, -2)  # (B, h, n, d_k) @ (B, h, d_k, m) -> (B, h, n, m)", "right"),
        ("x = q @ k.swapaxes(-1, -2)  # (B, h, m, n)", "wrong"),
        ("x = q @ k.swapaxes(-1, -2)  # (B, n, m)", "wrong"),
        ("x = q @ k.swapaxes(-1, -2)  # (B, h, n, n)", "wrong"),
        ("x = q @ k.swapaxes(-1, -2)  # B h m n", "wrong"),
        ("x = q @ k.swapaxes(-1, -2)  # the scores", "missing"),
        ("x = q @ k.swapaxes(-1, -2)", "missing"),
        ("# (B, h, n, m)\nx = q @ k.swapaxes(-1, -2)", "right"),
        ("# (B, h, m, n)\nx = q @ k.swapaxes(-1, -2)", "wrong"),
        ("x = (  # (B, h, n, m)\n    q @ k.swapaxes(-1, -2)\n)", "right"),
        ("x = (\n    q @ k.swapaxes(-1, -2)\n)  # (B, h, n, m)", "right"),
        ("x = (\n    q @ k.swapaxes(-1, -2)  # (B, h, n, m)\n)", "right"),
        ("x = (\n    q @ k.swapaxes(-1, -2)  # (B, h, n, m)\n).sum(-1)", "missing"),
        ("x = q.reshape(q.shape[0], -1)  # (B, h*n*d_k)", "right"),
        ("x = q.reshape(-1, *q.shape[2:])  # (B*h, n, d_k)", "right"),
        ("x = np.concatenate([q, q[:, :, :1]], 2)  # (B, h, n+1, d_k)", "right"),
        ("x = np.concatenate([q, q, q], -1)  # (B, h, n, 3d_k)", "right"),
        ("x = q[..., None, :1]  # (B, h, n, 1, 1)", "right"),
        ("x = q[..., None, :1]  # (B, h, n, 1, d_k)", "wrong"),
        ("x = np.ones((2, 3))  # (2, 3)", "right"),
        ("x = np.ones((2, 3))  # (3, 2)", "wrong"),
        ("x = np.ones(7)  # (7,)", "right"),
        ("x = q.sum()  # ()", "right"),
        ("x = q.sum()", "none"),
        ("x = q", "none"),  # a second name
        ("q = q * 2", "none"),  # keeps its shape
        ("q = q * 2; q = q[0]", "missing"),
        ("q *= 2", "none"),
        ("q *= 2  # (B, h, n)", "wrong"),
        ("x: 'Float[Array, \"B h n d_k\"]' = q * 2", "right"),
        ("x: 'Float[Array, \"B n h d_k\"]' = q * 2", "wrong"),
        ("a, b = q * 2, k * 2  # (B, h, n, d_k), (B, h, m, d_k)", "right"),
        ("a, b = q * 2, k * 2  # a: (B, h, n, d_k), b: (B, h, m, d_k)", "right"),
        ("a, b = q * 2, k * 2  # b: (B, h, n, d_k)", "wrong"),
        ("a, b = q * 2, k * 2  # (B, h, n, d_k)", "wrong"),
        ("a, b = np.split(q, 2, axis=1) if q.shape[1] == 2 else (q, q)  # (B, h, n, d_k)", "right"),
        ("a, *b = q * 2  # a (h, n, d_k)", "right"),
        ("if (x := q[0]).ndim: pass  # (h, n, d_k)", "right"),
        ("if (x := q[0]).ndim: pass", "missing"),
        ("rows = [row * 2 for row in q]  # (h, n, d_k)", "right"),
        ("rows = [row * 2 for row in q]  # (B, h, n, d_k)", "right"),
        ("rows = [row * 2 for row in q]  # (n, d_k)", "wrong"),
        ("rows = [row * 2 for row in q]", "none"),
        ("out = np.zeros((3, 4)); out[0] = 1  # (3, 4)", "right"),
        ("for row in q: pass  # (h, n, d_k)", "right"),
        ("f = lambda a: a[0]; f(q)  # (h, n, d_k)", "right"),
        ("x = q * 2  # (see above)", "missing"),
        ("x = q * 2  # (q, k, v)", "missing"),
        ("x = q * 2  # f(B, n)", "missing"),
        ("x = 3  # (B, n)", "none"),
    ],
)  # fmt: skip
def test_a_comment_is_judged(check: Check, lines: str, verdict: str) -> None:
    report = check(body(lines))
    assert report.outcome is Outcome.PASSED, report.says
    first = lines.split("\n")[0]
    source = first if not first.startswith("#") else lines.split("\n")[1]
    assert line_of(report, source).verdict == verdict, line_of(report, source)


def test_a_wrong_comment_says_what_the_shape_is(check: Check) -> None:
    report = check(body("x = q @ k.swapaxes(-1, -2)  # (B, n, h, m)"))
    line = line_of(report, "x =")
    sizes = dict(report.examples[0].sizes)
    actual = tuple(sizes[a] for a in ("B", "h", "n", "m"))
    assert line.says == f"you wrote (B, n, h, m), it is (B, h, n, m) = {actual}"
    assert line.details == (
        f"axis 1: n is {sizes['n']}, here it is {sizes['h']}",
        f"axis 2: h is {sizes['h']}, here it is {sizes['n']}",
    )
    assert (report.right, report.wrong, report.missing) == (0, 1, 0)


def test_a_new_symbol_keeps_the_size_that_it_first_had(check: Check) -> None:
    report = check(
        body("""
        x = np.ones((6, 14))  # (s, t)
        y = np.ones((14, 6))  # (t, s)
        z = np.ones((6, 14))  # (t, s)
        w = np.ones((28,))    # (2t,)
        """)
    )
    verdicts = [line_of(report, f"{n} = np").verdict for n in "xyzw"]
    assert verdicts == ["right", "right", "wrong", "right"]
    assert "t is 14 (as on line 5), here it is 6" in line_of(report, "z = np").details[0]


def test_the_user_s_own_integers_are_symbols(check: Check) -> None:
    report = check(
        body("""
        batch, heads, queries, width = q.shape
        keys = k.shape[2]
        n = keys
        x = q * 2  # (batch, heads, queries, width)
        y = k * 2  # (batch, heads, n, width)
        z = q * 3  # (batch, heads, n, width)
        """)
    )
    assert [line_of(report, f"{n} = ").verdict for n in ("x", "y", "z")] == [
        "right",
        "right",
        "wrong",
    ]


def test_a_loop_s_counter_may_share_a_name_with_an_axis(check: Check) -> None:
    report = check(
        body("""
        for h in range(q.shape[1]):
            row = q[:, h]  # (B, n, d_k)
        x = q * 2  # (B, h, n, d_k)
        for t in range(3):
            grown = np.ones((2, t + 1))  # (2, t+1)
            late = np.ones((2, t + 1))  # (2, t)
        """)
    )
    assert line_of(report, "x =").verdict == "right"
    assert line_of(report, "grown =").verdict == "right"
    assert line_of(report, "late =").verdict == "wrong"
    assert shapes_of(line_of(report, "grown =")) == {"grown": [(2, 1), (2, 2), (2, 3)]}


def test_a_growing_symbol_may_grow_on_every_line_of_the_loop(check: Check) -> None:
    report = check(
        body("""
        cache = k[:, :, :0]
        for i in range(3):
            cache = np.concatenate([cache, k[:, :, i:i + 1]], 2)  # (B, h, t, d_k)
            scores = q @ cache.swapaxes(-1, -2)  # (B, h, n, t)
            turned = scores.swapaxes(-1, -2)  # (B, h, n, t)
        """)
    )
    assert [line_of(report, f"{n} = ").verdict for n in ("scores", "turned")] == ["right", "wrong"]


def test_a_function_s_comment_says_what_it_takes_and_gives(check: Check) -> None:
    before = """
def {name}(a):  # {comment}
    return a.reshape(*a.shape[:-1], -1, 1)
"""
    for comment, verdict in (
        ("(B, h, n, d_k) -> (B, h, n, d_k, 1)", "right"),
        ("(B, h, n, d_k) -> (B, h, n, 1, d_k)", "wrong"),
        ("(B, h, m, d_k) -> (B, h, n, d_k, 1)", "wrong"),
        ("(B, h, n, d_k)", "right"),
        ("-> (B, h, n, d_k, 1)", "right"),
        ("splits the last axis", "none"),
    ):
        code = body("x = widen(q)", before=before.format(name="widen", comment=comment))
        assert line_of(check(code), "def widen").verdict == verdict, comment


def test_branches_that_the_first_example_leaves_are_reached_by_another(check: Check) -> None:
    report = check(
        body("""
        if causal:
            a = q[0]  # (h, n, d_k)
        else:
            b = q[0]  # (n, h, d_k)
        if key_mask is not None and not causal:
            c = q[0]  # (h, n, d_k)
        if False:
            d = q[0]  # (h, n, d_k)
            e = 1
        """)
    )
    verdicts = [line_of(report, f"{name} = q[0]").verdict for name in "abcd"]
    assert verdicts == ["right", "wrong", "right", "not-checked"]
    assert len({line_of(report, f"{name} = q[0]").example for name in "ab"}) == 2
    assert report.count(Verdict.NOT_CHECKED) == 1


def test_what_raises_shows_the_lines_up_to_there(check: Check) -> None:
    report = check(body("x = q * 2  # (B, h, n, d_k)\ny = q @ v\nz = q * 2"))
    assert report.outcome is Outcome.ERROR
    assert report.exception is not None
    assert report.exception.frames[-1].source == "y = q @ v"
    assert line_of(report, "x =").verdict == "right"
    assert not line_of(report, "z =").held


def test_a_notebook_s_lines_are_named_by_cell(check: Check) -> None:
    code = body("x = q * 2  # (B, n, h, d_k)")
    cells = tuple((1, n) if n < 4 else (2, n - 3) for n in range(1, code.count("\n") + 1))
    report = check(code, cells=cells)
    assert line_of(report, "x =").place == "cell 2, line 1"


def test_torch_modules_are_looked_into(check: Check) -> None:
    report = check(
        """
        import torch
        from torch import nn
        class Attend(nn.Module):
            def __init__(self, d):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(d, 3))  # (d_k, 3)
                self.register_buffer("mask", torch.ones(d))
            def forward(self, q):
                self.seen, other = q * 2, q.sum(-1)  # (B, h, n, d_k), (B, h, n)
                return q @ self.scale  # (B, h, n, 4)
        def masked_attention(q, k, v, *, causal=False, key_mask=None):
            return Attend(q.shape[-1])(q)
        """,
        framework=Framework.TORCH,
    )
    assert line_of(report, "self.scale = ").verdict == "right"
    assert line_of(report, "self.seen").verdict == "right"
    assert line_of(report, "return q @ self.scale").verdict == "wrong"


def test_text_has_nothing_to_show(check: Check) -> None:
    report = check("raise SystemExit", slug="bpe-encode", framework=Framework.TEXT)
    assert (report.outcome, report.lines) == (Outcome.PASSED, ())
    assert "no tensors" in report.says


def test_a_file_without_the_function_says_so(check: Check) -> None:
    report = check("x = 1\n")
    assert report.outcome is Outcome.ERROR
    assert "masked_attention" in report.says


ANSWERS = [
    pytest.param(slug, framework, id=f"{slug}-{framework}")
    for slug in SLUGS
    for framework in (Framework.NUMPY, Framework.TORCH)
]


@pytest.mark.parametrize(("slug", "framework"), ANSWERS)
def test_no_comment_of_a_model_answer_is_called_wrong(
    grader: Grader, problem: Callable[[str], Problem], slug: str, framework: Framework
) -> None:
    """And with the comments that the report asks for, nothing is missing any more."""
    asked = problem(slug)
    if framework not in asked.frameworks:
        pytest.skip("it isn't set there")
    source = read_source(solution_path(asked, framework), limits=Limits())
    report = check_shapes(Submitted(Path("a.py"), source, asked, framework), grader)
    assert report.outcome is Outcome.PASSED, report.says
    assert report.examples
    assert [line for line in report.lines if line.verdict is Verdict.WRONG] == []
    completed = with_comments(report)
    again = check_shapes(
        Submitted(Path("a.py"), Source("a.py", completed.encode()), asked, framework), grader
    )
    assert [line.says for line in again.lines if line.verdict is Verdict.WRONG] == []
    assert again.missing == 0, [line for line in again.lines if line.verdict is Verdict.MISSING]
    assert again.right == report.right + report.missing


def with_comments(report: ShapesReport) -> str:
    """The file with the comments that are said to be missing."""
    lines = [
        f"{line.source}  # {line.says.partition('; ')[2]}" if line.verdict is Verdict.MISSING
        else line.source
        for line in report.lines
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


SWAPPABLE = re.compile(r"# \((\w+), (\w+)((?:, \w+)+)\)$")


@pytest.mark.parametrize(
    "slug", [MASKED, "additive-attention", "cross-attention", "grouped-query-attention"]
)
def test_two_axes_exchanged_in_a_model_answer_s_comment_are_found(
    grader: Grader, problem: Callable[[str], Problem], slug: str
) -> None:
    asked = problem(slug)
    text = solution_path(asked, Framework.NUMPY).read_text("utf-8").split("\n")
    swapped = {
        number: SWAPPABLE.sub(r"# (\2, \1\3)", line)
        for number, line in enumerate(text)
        if SWAPPABLE.search(line) and not line.lstrip().startswith(("#", "def "))
    }
    assert swapped
    for number, line in swapped.items():
        code = "\n".join([*text[:number], line, *text[number + 1 :]])
        source = Source("a.py", code.encode())
        report = check_shapes(Submitted(Path("a.py"), source, asked, Framework.NUMPY), grader)
        assert report.lines[number].verdict is Verdict.WRONG, line
