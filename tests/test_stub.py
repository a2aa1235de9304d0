"""The stub is valid, formatted Python with the entry points' signatures and none of the answer."""

import inspect
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tfmdrill.catalogue import active_packs, all_problems, stub_for
from tfmdrill.errors import UsageError
from tfmdrill.model.problem import (
    Axis,
    Difficulty,
    Entry,
    Framework,
    Parameter,
    Problem,
    Returned,
    Topic,
)

CACHE = Entry(
    "KVCache",
    "Keys and values of the tokens so far.",
    (Parameter("width", "int", "of a head", has_default=True, default=8),),
    (),
    is_class=True,
    methods=(
        Entry(
            "append",
            "Takes in new keys and values and gives back all of them, oldest first, as they came.",
            (
                Parameter("k", "float", "new keys", ("B", "h", "t", "d_head")),
                Parameter("v", "float", "new values", ("B", "h", "t", "d_head")),
                Parameter(
                    "mask", "bool", "real ones", ("t", "|", "B", "t"), keyword=True,
                    has_default=True, optional=True,
                ),
            ),
            (
                Returned("k_all", "float", "all keys", ("B", "h", "n", "d_head")),
                Returned("v_all", "float", "all values", ("B", "h", "n", "d_head")),
            ),
        ),
        Entry("length", "Tokens so far.", (), (Returned("n", "int", "tokens"),), is_property=True),
    ),
)  # fmt: skip
MERGE = Entry(
    "bpe_merge",
    'Text with """quotes""" and a \\ in it.',
    (
        Parameter("text", "str", "what to merge"),
        Parameter("betas", "tuple[float, float]", "two", None, True, True, (0.9, 0.999)),
        Parameter("cap", "float", "no more than this", None, True, True, float("inf")),
        Parameter("mode", "str", "how", None, True, True, 'say "so"'),
    ),
    (Returned("ids", "list[int]", "ids"),),
)


def problem(*entries: Entry, frameworks: tuple[Framework, ...] = (Framework.TORCH,)) -> Problem:
    return Problem(
        "kv-cache", "The cache", Topic.DECODING, Difficulty.HARD, 35, frameworks, entries,
        (Axis("B", "batch"), Axis("h", "heads"), Axis("d_head", "width of a head")),
        "source", Path("problems/kv-cache"), Path("graders/kv-cache"),
    )  # fmt: skip


def run(stub: str) -> ModuleType:
    module = ModuleType("stub")
    exec(compile(stub, "stub.py", "exec"), module.__dict__)
    return module


ALL = [(p, f) for p in all_problems(active_packs()) for f in p.frameworks] + [
    (problem(CACHE), Framework.TORCH),
    (problem(MERGE, frameworks=(Framework.TEXT,)), Framework.TEXT),
]


@pytest.mark.parametrize(("of", "framework"), ALL, ids=lambda x: getattr(x, "slug", x))
def test_ruff_would_change_nothing_and_finds_nothing(of: Problem, framework: Framework) -> None:
    stub = stub_for(of, framework)
    ruff = [sys.executable, "-m", "ruff"]
    formatted = subprocess.run(
        [*ruff, "format", "--isolated", "-"], input=stub, capture_output=True, text=True, check=True
    )
    assert formatted.stdout == stub
    checked = subprocess.run(
        [*ruff, "check", "--isolated", "--select", "E,F,I,W,B", "-"],
        input=stub, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(("of", "framework"), ALL, ids=lambda x: getattr(x, "slug", x))
def test_the_first_line_names_problem_and_framework(of: Problem, framework: Framework) -> None:
    assert stub_for(of, framework).split("\n")[0] == f"# tfmdrill: {of.slug} ({framework})"


def test_the_signature_has_the_types_and_defaults_of_problem_toml(double_it: Problem) -> None:
    signature = inspect.signature(run(stub_for(double_it, Framework.NUMPY)).double_it)
    assert str(signature) == "(x: numpy.ndarray, *, offset: float = 0.0) -> numpy.ndarray"


def test_the_docstring_tells_shapes_sizes_and_meaning(double_it: Problem) -> None:
    doc = inspect.getdoc(run(stub_for(double_it, Framework.NUMPY)).double_it) or ""
    assert "x: float (B, n), the values" in doc
    assert "B batch, n values in a row" in doc
    assert "out: float (B, n), 2 x + offset" in doc


def test_nothing_is_written_and_calling_it_says_so(double_it: Problem) -> None:
    stub = stub_for(double_it, Framework.NUMPY)
    assert stub.count("Write your answer here") == 1
    with pytest.raises(NotImplementedError, match="double_it is yours to write"):
        run(stub).double_it(None)


def test_a_class_has_its_constructor_methods_and_properties() -> None:
    cache = run(stub_for(problem(CACHE), Framework.TORCH)).KVCache
    assert str(inspect.signature(cache.__init__)) == "(self, width: int = 8) -> None"
    append = inspect.signature(cache.append)
    assert list(append.parameters) == ["self", "k", "v", "mask"]
    assert append.parameters["mask"].kind is inspect.Parameter.KEYWORD_ONLY
    assert "mask: bool (t,) or (B, t), real ones, or None" in (inspect.getdoc(cache.append) or "")
    assert isinstance(cache.length, property)


def test_a_class_stands_before_the_functions_whose_annotations_name_it() -> None:
    step = Entry("step", "One step.", (Parameter("cache", "KVCache", "the cache"),), MERGE.returns)
    stub = run(stub_for(problem(step, CACHE), Framework.TORCH))
    assert inspect.signature(stub.step).parameters["cache"].annotation is stub.KVCache


def test_defaults_survive_as_literals() -> None:
    merge = run(stub_for(problem(MERGE, frameworks=(Framework.TEXT,)), Framework.TEXT)).bpe_merge
    defaults = {n: p.default for n, p in inspect.signature(merge).parameters.items()}
    assert defaults["betas"] == (0.9, 0.999)
    assert defaults["cap"] == float("inf")
    assert defaults["mode"] == 'say "so"'
    assert "'''quotes''' and a \\ in it" in (inspect.getdoc(merge) or "")


def test_a_framework_that_the_problem_lacks_is_refused(double_it: Problem) -> None:
    with pytest.raises(UsageError, match="double-it isn't set in text"):
        stub_for(double_it, Framework.TEXT)
