"""Degenerate answers: each is a whole file that runs and answers in the contract's shapes."""

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tfmdrill.catalogue import load_problem
from tfmdrill.errors import ProblemError
from tfmdrill.model.problem import Framework, Pack
from tfmdrill.verify.degenerate import degenerate_answers
from tfmdrill.verify.prelude import shape_of, sizes_of

HEAD = """
title = "A problem of the tests"
topic = "training"
difficulty = "easy"
minutes = 1
source = "none"
"""

ARRAYS = """
frameworks = ["torch", "numpy"]
[axes]
B = { says = "batch" }
n = { says = "queries" }
d = { says = "width" }
k = { says = "choices" }
[[entry]]
name = "choose"
says = "x (..., n, d) and ids (n) or (B, n), to three parts."
parameter = [
    { name = "ids", type = "int", shape = "n | B n", says = "ids" },
    { name = "x", type = "float", shape = "... n d", says = "values" },
    { name = "mask", type = "bool", shape = "B n", optional = true, keyword = true, says = "mask" },
    { name = "k", type = "int", default = 5, keyword = true, says = "how many" },
]
returns = [
    { name = "out", type = "float", shape = "... d n 2", says = "values" },
    { name = "top", type = "int", shape = "n k", says = "ids" },
    { name = "loss", type = "float", says = "a number" },
]
[[entry]]
name = "total"
says = "The sum."
parameter = [{ name = "x", type = "float", shape = "n", says = "values" }]
returns = [{ name = "out", type = "float", shape = "", says = "0-d" }]
[[entry]]
name = "Cache"
says = "Keeps rows."
kind = "class"
parameter = [{ name = "table", type = "float", shape = "n d", says = "rows" }]
[[entry.method]]
name = "append"
says = "Adds rows."
parameter = [{ name = "rows", type = "float", shape = "B d", says = "rows" }]
returns = [{ name = "all", type = "float", shape = "B n d", says = "all" }]
[[entry.method]]
name = "length"
says = "How many."
property = true
returns = [{ name = "length", type = "int", says = "rows" }]
"""

ARRAYS_ANSWER = """
import {library}
def choose(ids, x, *, mask=None, k=5):
    return x, ids, 0.5
def total(x):
    return x.sum()
class Cache:
    def __init__(self, table):
        self.length = 0
    def append(self, rows):
        return rows
"""

TEXT = """
frameworks = ["text"]
[[entry]]
name = "encode"
says = "Ids of a text."
parameter = [
    { name = "text", type = "str", says = "a text" },
    { name = "merges", type = "list[tuple[bytes, bytes]]", says = "merges" },
]
returns = [{ name = "ids", type = "list[int]", says = "ids" }]
[[entry]]
name = "name"
says = "A name, and how often."
parameter = [{ name = "ids", type = "list[int]", says = "ids" }]
returns = [
    { name = "name", type = "str", says = "name" },
    { name = "times", type = "int", says = "how often" },
]
"""

TEXT_ANSWER = """
def encode(text, merges):
    return [len(text)]
def name(ids):
    return str(ids), 1
"""


def answers(tmp_path: Path, problem_toml: str, solution: str, framework: str) -> dict[str, Any]:
    """The namespace of each answer's file, run as a submission would be."""
    public, hidden = tmp_path / "problems" / "made", tmp_path / "graders" / "made"
    public.mkdir(parents=True)
    (hidden / "solutions").mkdir(parents=True)
    (public / "problem.toml").write_text(HEAD + problem_toml)
    (hidden / "solutions" / f"in_{framework}.py").write_text(solution)
    pack = Pack("tests", tmp_path / "problems", tmp_path / "graders", ("made",))
    found = {}
    for name, code in degenerate_answers(load_problem(pack, "made"), Framework(framework)):
        namespace: dict[str, Any] = {"__name__": "submission"}
        exec(compile(code, name, "exec"), namespace)
        found[name] = SimpleNamespace(**namespace)
    return found


Arrays = tuple[Mapping[str, Any], Callable[[Any], Any]]


@pytest.fixture(params=["numpy", "torch"])
def arrays(request: pytest.FixtureRequest, tmp_path: Path) -> Arrays:
    """(answers by name, how an ndarray becomes an array of their library)."""
    library = importlib.import_module(request.param)
    solution = ARRAYS_ANSWER.format(library="numpy as np" if request.param == "numpy" else "torch")
    made = answers(tmp_path, ARRAYS, solution, request.param)
    return made, np.asarray if request.param == "numpy" else library.from_numpy


# Written out from the contract above, for B = 2, n = 3, d = 4, and 7 as the one leading axis.
X = np.arange(84, dtype=np.float64).reshape(7, 3, 4)
IDS = np.array([[0, 1, 2], [3, 4, 5]])


def test_each_kind_of_answer_is_there_once(arrays: Arrays) -> None:
    assert list(arrays[0]) == [
        *("zeros", "ones", "nan", "mean", "broadcastable"),
        *("input-ids", "input-x", "input-mask", "input-rows"),
        *("none", "empty-list", "late", "extra-axis"),
    ]


@pytest.mark.parametrize(
    ("name", "value", "whole"),
    [("zeros", 0.0, 0), ("ones", 1.0, 1), ("nan", np.nan, 0), ("mean", 41.5, 0)],
)
def test_constants_fill_the_contracts_shapes(
    arrays: Arrays, name: str, value: float, whole: int
) -> None:
    made, to_array = arrays
    out, top, loss = made[name].choose(to_array(IDS), to_array(X), k=6)
    np.testing.assert_array_equal(np.asarray(out), np.full((7, 4, 3, 2), value))
    np.testing.assert_array_equal(np.asarray(top), np.full((3, 6), whole))
    assert out.dtype == to_array(X).dtype
    assert top.dtype == to_array(IDS).dtype
    np.testing.assert_array_equal(loss, value)
    assert type(loss) is float
    assert made[name].choose(to_array(IDS[0]), to_array(X[0]))[0].shape == (4, 3, 2)
    assert made[name].total(to_array(X[0, 0])).shape == ()


def test_a_class_is_answered_from_its_constructor_and_its_methods(arrays: Arrays) -> None:
    made, to_array = arrays
    cache = made["ones"].Cache(to_array(X[0]))
    assert cache.append(to_array(X[0, :2])).shape == (2, 3, 4)
    assert cache.length == 1
    assert type(cache.length) is int


def test_broadcastable_has_a_wrong_shape_everywhere(arrays: Arrays) -> None:
    made, to_array = arrays
    out, top, loss = made["broadcastable"].choose(to_array(IDS), to_array(X))
    assert [tuple(part.shape) for part in (out, top, loss)] == [(1,) * 4, (1, 1), (1,)]
    assert made["broadcastable"].total(to_array(X[0, 0])).shape == (1,)


def test_an_argument_comes_back_as_it_is(arrays: Arrays) -> None:
    made, to_array = arrays
    x = to_array(X)
    assert all(part is x for part in made["input-x"].choose(to_array(IDS), x))
    assert made["input-ids"].total(x) is None
    assert made["none"].total(x) is None
    assert made["empty-list"].total(x) == []


def test_late_gives_the_right_answer_to_the_call_before(arrays: Arrays) -> None:
    made, to_array = arrays
    late = made["late"]
    assert late.total(to_array(X[0, 0])) is None
    assert float(late.total(to_array(X[1, 0]))) == X[0, 0].sum()
    assert float(late.total(to_array(X[0, 0]))) == X[1, 0].sum()
    cache = late.Cache(to_array(X[0]))
    assert [cache.append(to_array(X[0])), cache.length] == [None, 0]


def test_extra_axis_gives_right_values_with_one_more_axis(arrays: Arrays) -> None:
    made, to_array = arrays
    out, _, loss = made["extra-axis"].choose(to_array(IDS), to_array(X))
    np.testing.assert_array_equal(np.asarray(out), X[None])
    assert tuple(loss.shape) == (1,)
    assert tuple(made["extra-axis"].total(to_array(X[0, 0])).shape) == (1,)


def test_text_problems_get_constants_of_their_own_types(tmp_path: Path) -> None:
    made = answers(tmp_path, TEXT, TEXT_ANSWER, "text")
    assert list(made) == [
        *("zeros", "ones", "input-text", "input-merges", "input-ids", "bytes"),
        *("none", "empty-list", "late"),
    ]
    assert (made["zeros"].encode("é", []), made["zeros"].name([1])) == ([], ("", 0))
    assert (made["ones"].encode("é", []), made["ones"].name([1])) == ([1, 2, 3], ("the", 1))
    assert made["bytes"].encode("é", []) == [0xC3, 0xA9]
    assert made["bytes"].name([1]) is None
    assert made["input-text"].encode("é", []) == "é"
    assert made["input-ids"].name([1]) == ([1], [1])
    assert [made["late"].encode(text, []) for text in ("ab", "c")] == [None, [2]]


def test_a_missing_model_answer_is_said(tmp_path: Path) -> None:
    answers(tmp_path, TEXT, TEXT_ANSWER, "text")
    (tmp_path / "graders/made/solutions/in_text.py").unlink()
    pack = Pack("tests", tmp_path / "problems", tmp_path / "graders", ("made",))
    with pytest.raises(ProblemError, match="model answer is missing"):
        list(degenerate_answers(load_problem(pack, "made"), Framework.TEXT))


@pytest.mark.parametrize(
    ("pattern", "shape", "wanted"),
    [
        ("B n", (2, 3), {"B": 2, "n": 3}),
        ("n | B n", (3,), {"n": 3}),
        ("n | B n", (2, 3), {"B": 2, "n": 3}),
        ("... n d", (3, 4), {"...": (), "n": 3, "d": 4}),
        ("B ... d", (2, 5, 6, 4), {"B": 2, "...": (5, 6), "d": 4}),
        ("... n d", (3,), {}),
        ("B n", (3,), {}),
        ("", (), {}),
    ],
)
def test_axes_get_their_sizes_from_the_arguments(
    pattern: str, shape: tuple[int, ...], wanted: dict[str, object]
) -> None:
    given = {"x": np.zeros(shape), "flag": 1.5, "B": 9, "none": None}
    assert sizes_of({"x": pattern, "none": "q"}, given) == {"B": 9} | wanted


def test_an_axis_that_no_argument_has_is_one_long() -> None:
    assert shape_of("B 3 q ...", {"B": 2, "...": (5, 6)}) == (2, 3, 1, 5, 6)
