"""Whatever a user's file raises comes back as data, in words for the user."""

from pathlib import Path

import numpy as np
import pytest
from walls import ask, loaded, source, value

from tfmdrill.model.source import Source
from tfmdrill.runner import (
    Raised,
    Wall,
)


def test_an_exception_shows_the_user_s_lines_and_shapes(torch_wall: Wall) -> None:
    code = """
        import torch
        def f(q, k, *, causal):
            def scores(name, a, b):
                return a @ b
            return scores("x" * 50, q, k)
    """
    reply = ask(torch_wall, code, np.ones((2, 3)), np.ones((2, 3), np.float32), causal=True)
    assert isinstance(reply, Raised)
    info = reply.info
    assert info.type == "RuntimeError"
    assert "RuntimeError" in info.bases
    outer, inner = info.frames
    assert (inner.place, inner.function, inner.source) == ("line 5", "scores", "return a @ b")
    assert inner.locals == (
        ("a", "float64 (2, 3)"),
        ("b", "float32 (2, 3)"),
        ("name", "str of 50"),
    )
    assert ("causal", "True") in outer.locals


def test_a_notebook_s_lines_are_named_by_cell(numpy_wall: Wall) -> None:
    nb = Source("a.ipynb", b"x = 1\ndef f():\n    1 / 0\n", cells=((1, 1), (4, 1), (4, 2)))
    with numpy_wall.submit(nb) as submission:
        submission.load()
        reply = submission.call("f")
    assert isinstance(reply, Raised)
    assert reply.info.frames[0].place == "cell 4, line 2"


@pytest.mark.parametrize(
    ("code", "kind", "says"),
    [
        ("def f(:", "SyntaxError", "^"),
        ("def f():\n  x = 1\n y = 2", "IndentationError", "unindent"),
        ("x = 'a\x00'", "SyntaxError", "null"),
        ("x = " + "(" * 100_000, "SyntaxError", "nested"),
        ("x = " + "-" * 100_000 + "1", "SyntaxError", "nested"),
        ("import helper", "ModuleNotFoundError", "pip install helper"),
        ("import sklearn.svm", "ModuleNotFoundError", "pip install scikit-learn"),
        ("from .layers import x", "ImportError", "one file"),
        ("import tfmdrill.grading", "ModuleNotFoundError", "can't import tfmdrill"),
        ("raise SystemExit(0)", "SystemExit", "0"),
        ("import sys\nsys.exit()", "SystemExit", ""),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("def f(): f()\nf()", "RecursionError", "maximum recursion"),
        ("raise ExceptionGroup('two', [ValueError('a'), KeyError('b')])", "ExceptionGroup", "'b'"),
        ("try: {}[1]\nexcept KeyError as e: raise ValueError('v') from e", "ValueError", "Key"),
        ("class E(Exception):\n  def __str__(self): raise self\nraise E", "E", "can't be shown"),
        ("raise ValueError('x' * 10**7)", "ValueError", "xxx"),
        ("raise ValueError('\\x1b[31m\\u202e\\ud800')", "ValueError", "\\x1b[31m\\u202e\\ud800"),
        ("e = None\nfor i in range(9**4):\n  n = ValueError(i); n.__cause__ = e; e = n\nraise e",
         "ValueError", "caused by ValueError: 6559"),
    ],
)  # fmt: skip
def test_whatever_a_file_raises_is_data(text_wall: Wall, code: str, kind: str, says: str) -> None:
    with text_wall.submit(Source("x.py", code.encode())) as submission:
        reply = submission.load()
    assert isinstance(reply, Raised), reply
    assert reply.info.type == kind
    assert says in reply.info.message
    assert len(reply.info.message) < 2_500
    assert len(reply.info.frames) <= 20


def test_a_neighbour_that_is_imported_is_named(text_wall: Wall, tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text("x = 1", "utf-8")
    with text_wall.submit(source("import layers", str(tmp_path / "main.py"))) as submission:
        reply = submission.load()
    assert isinstance(reply, Raised)
    assert "one file" in reply.info.message
    assert "pip" not in reply.info.message


def test_a_name_that_is_missing_or_no_function_is_said_in_words(text_wall: Wall) -> None:
    with loaded(text_wall, "def sofmax(x): pass\nf = 3") as submission:
        missing, number = submission.call("softmax", (1,)), submission.call("f")
    assert isinstance(missing, Raised)
    assert isinstance(number, Raised)
    assert "`sofmax`" in missing.info.message
    assert "not a function" in number.info.message


def test_a_subclass_of_a_builtin_exception_names_its_bases(text_wall: Wall) -> None:
    reply = ask(text_wall, "class Bad(ValueError): pass\ndef f():\n    raise Bad('d')")
    assert isinstance(reply, Raised)
    assert reply.info.type == "Bad"
    assert reply.info.bases[0] == "ValueError"


def test_the_module_is_one_that_libraries_can_look_up(text_wall: Wall) -> None:
    code = """
        from __future__ import annotations
        import dataclasses, inspect, sys, typing
        @dataclasses.dataclass
        class C:
            x: int = 1
            y: C | None = None
        def f():
            assert sys.modules[C.__module__].C is C
            hints = typing.get_type_hints(C)
            return [hints["x"] is int, inspect.getsource(f).count("\\n"), __name__ != "__main__"]
    """
    assert value(ask(text_wall, code)) == [True, 4, True]
