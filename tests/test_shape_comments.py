"""Which comments say shapes, and which are prose: a table of what people write."""

import pytest

from tfmdrill.shapes.comments import (
    Comment,
    Vocabulary,
    annotation_shapes,
    comments_in,
    read_comment,
)

WORDS = Vocabulary({"B", "h", "n", "m", "d", "d_k"}, {"q", "k", "v", "scores"})


def dims(comment: Comment | None) -> list[tuple[str, ...]]:
    return [] if comment is None else [written.dims for written in comment.shapes]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(B, h, n, d)", ["B h n d"]),
        ("B h n d", ["B h n d"]),
        ("B, h, n, d", ["B h n d"]),
        ("b t c", ["b t c"]),
        ("[B, n, d]", ["B n d"]),
        ("(B n d)", ["B n d"]),
        ("B x n x d", ["B n d"]),
        ("B × n × d", ["B n d"]),  # noqa: RUF001 as people write
        ("(B x n x d)", ["B n d"]),
        ("(B, n, 3*d)", ["B n 3*d"]),
        ("(B*h, n, d//2)", ["B*h n d//2"]),
        ("(B, n+1, 3d)", ["B n+1 3d"]),
        ("(B, 1, 1, m)", ["B 1 1 m"]),
        ("(..., n, d)", ["... n d"]),
        ("... n d", ["... n d"]),
        ("(*, n)", ["* n"]),
        ("(n,)", ["n"]),
        ("(n)", ["n"]),
        ("()", [""]),
        ("(2, 3)", ["2 3"]),
        ("torch.Size([2, 3])", ["2 3"]),
        ("-> (B, n)", ["B n"]),
        ("(B, n, d) -> (B, h, n, d/h)", ["B h n d/h"]),
        ("(B, n) → (n, B)", ["n B"]),
        ("B n d -> B d n", ["B d n"]),
        ("split the heads -> (B, h, n, d_k)", ["B h n d_k"]),
        ('Float[Tensor, "B n d"]', ["B n d"]),
        ("Float['B n d']", ["B n d"]),
        ('Int[torch.Tensor, "B #n dim=d"]', ["B n d"]),
        ("shape: (B, n)", ["B n"]),
        ("shape (B, n), float32", ["B n"]),
        ("scores over keys (B, h, n, m).", ["B h n m"]),
        ("q: (B, n, d), k: (B, m, d)", ["B n d", "B m d"]),
        ("(batch, seq, dim)", ["batch seq dim"]),
        ("(batch, seq, dim) as floats", ["batch seq dim"]),
        ("(B,h,n,d_k)  # the heads", ["B h n d_k"]),
        ("(B, -1, d)", ["B -1 d"]),
    ],
)
def test_comments_that_say_shapes(text: str, written: list[str]) -> None:
    assert [" ".join(d) for d in dims(read_comment(text, WORDS))] == written
    assert [" ".join(d) for d in dims(read_comment(f"#  {text}", WORDS))] == written


@pytest.mark.parametrize(
    "text",
    ["", "#", "softmax", "n", "see (q, k, v)", "(q, k)", "(optional)", "(see above)", "call f()",
     "f(B, n)", "scores[B, n]", "softmax(scores, -1)", "in [0, 1]", "[0, 1]", "in [0, 1)", "do it",
     "the last query sees the last key", "a (batch, seq) mask", "(2017, section 3)", "x y z w?",
     "-1 is the last", "1 2", "to do", "noqa: E501", "type: ignore[arg-type]", "(", "[(", "((((",
     "B n " * 200, "d_k * h", "(B, n", "(n if m else B)", "B or n", "q, k, v",
     "!/usr/bin/env python"],
)  # fmt: skip
def test_comments_that_are_prose(text: str) -> None:
    assert read_comment(text, WORDS) is None


def test_what_stands_before_the_arrow_is_what_was_given() -> None:
    found = read_comment("(B, n, d) -> (B, h, n, d/h)", WORDS)
    assert found is not None
    assert [w.dims for w in found.given] == [("B", "n", "d")]


def test_names_are_kept() -> None:
    found = read_comment("q: (B, n, d), self.k (B, m, d)", WORDS)
    assert found is not None
    assert [w.name for w in found.shapes] == ["q", "self.k"]


def test_a_shape_of_new_symbols_beside_other_words_may_be_prose() -> None:
    found = read_comment("(rows, columns) swapped by now", WORDS)
    assert found is not None
    assert found.shapes[0].tentative


def test_annotations_are_read_like_comments() -> None:
    code = 'def f(q: Float[Tensor, "B n d"], k: Float[Array, "B m d"]) -> Float[Tensor, "B n"]:'
    found = annotation_shapes(code)
    assert {name: written.dims for name, written in found.items()} == {
        "q": ("B", "n", "d"),
        "k": ("B", "m", "d"),
        "": ("B", "n"),
    }
    assert annotation_shapes("x: Dict[str, int] = {'a b': 1}") == {}


def test_only_comments_of_the_file_count_and_they_know_their_lines() -> None:
    code = 'x = "# (B, n)"\n# (B, n)\ny = 1  # (n, d)\n"""\n# (B, d)\n"""\nz = 2  # prose\n'
    found = comments_in(code, WORDS)
    assert {line: (dims(c), c.alone) for line, c in found.items()} == {
        2: ([("B", "n")], True),
        3: ([("n", "d")], False),
    }


@pytest.mark.parametrize(
    "code", ["def f(:\n  # (B, n)", "x = '''\n# (B, n)", "(\n# (B, n)\n", "\x00"]
)
def test_text_that_is_no_python_is_read_as_far_as_it_goes(code: str) -> None:
    comments_in(code, WORDS)
