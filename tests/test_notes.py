"""Notes in a file change nothing that it does, and tell what each assignment held.

The oracle is the same source run without notes, in this process, with plain Python and NumPy.
"""

import ast
import builtins
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from tfmdrill.runner.inside import recording
from tfmdrill.runner.inside.notes import NOTE, NOTE_ATTRIBUTE, PLACES, compile_with_notes

Noted = list[tuple[int, str, str, Any]]


@contextmanager
def listening(code: str) -> Iterator[tuple[dict[str, Any], Noted]]:
    """The names of a module with notes, and (line, kind, name, value) of all that was noted."""
    compiled, places = compile_with_notes(textwrap.dedent(code), "a.py")
    noted: Noted = []

    def note(number: int, value: Any) -> Any:
        place = places[number]
        noted.append((place.line, place.kind, place.name, value))
        return value

    def note_attribute(number: int, owner: Any, name: str) -> None:
        note(number, getattr(owner, name))

    before = {name: getattr(builtins, name, None) for name in (NOTE, NOTE_ATTRIBUTE)}
    setattr(builtins, NOTE, note)
    setattr(builtins, NOTE_ATTRIBUTE, note_attribute)
    try:
        names: dict[str, Any] = {"__name__": "__main__"}
        exec(compiled, names)
        yield names, noted
    finally:
        for name, value in before.items():
            delattr(builtins, name) if value is None else setattr(builtins, name, value)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = 1", [(1, "assigned", "x", 1)]),
        ("x: int = 2", [(1, "assigned", "x", 2)]),
        ("x: int", []),
        ("x = y = 3", [(1, "assigned", "x", 3)]),
        ("x = 1\nz = x", [(1, "assigned", "x", 1), (2, "alias", "z", 1)]),
        ("a, (b, *c) = [1, (2, 3, 4)]", [(1, "unpacked", "a", 1), (1, "unpacked", "b", 2),
                                        (1, "unpacked", "c", [3, 4])]),
        ("a, b = 1, 2", [(1, "assigned", "a", 1), (1, "assigned", "b", 2)]),
        ("a, _ = [1, 2]", [(1, "unpacked", "a", 1)]),
        ("x = 1\nx += 4", [(1, "assigned", "x", 1), (2, "augmented", "x", 5)]),
        ("x = [0, 0]\nx[1] = 7", [(1, "assigned", "x", [0, 7]), (2, "element", "x[1]", 7),
                                  (2, "base", "x", [0, 7])]),
        ("x = [1]\nx[0] += 7", [(1, "assigned", "x", [8]), (2, "base", "x", [8])]),
        ("if (n := 3) > 2: pass", [(1, "walrus", "n", 3)]),
        ("for i in (5, 6): pass", [(1, "for", "i", 5), (1, "for", "i", 6)]),
        ("x = [2 * i for i in (1, 2) if i > 1]", [(1, "comprehension", "i", 1),
                                                  (1, "comprehension", "i", 2),
                                                  (1, "assigned", "x", [4])]),
        ("f = lambda x: x + 1\ny = f(1)", [(2, "assigned", "y", 2), (1, "lambda", "lambda", 2)]),
        ("def f(a, *, b=2):\n  'doc'\n  return a + b\nf(1)",
         [(1, "parameter", "a", 1), (1, "parameter", "b", 2), (3, "return", "return", 3),
          (4, "expression", "f", 3)]),
        ("import io\nwith io.StringIO('t') as file: pass", [(2, "with", "file", ...)]),
    ],
)  # fmt: skip
def test_each_assignment_is_told(code: str, expected: Noted) -> None:
    with listening(code) as (_, noted):
        told = [n for n in noted if not callable(n[3])]
        assert sorted((n[:3] for n in told), key=str) == sorted((n[:3] for n in expected), key=str)
        for line, kind, name, value in expected:
            assert value is ... or (line, kind, name, value) in told


def test_attributes_are_told_without_running_properties() -> None:
    recorder = recording.Recorder()
    code = recorder.compile(
        textwrap.dedent("""
        import numpy as np
        class Cache:
            @property
            def k(self):
                raise SystemExit
            @k.setter
            def k(self, value):
                pass
        c = Cache()
        c.k, c.v = divmod(np.ones((2, 3)), 2)
        c.v += 1
        """),
        "a.py",
    )
    exec(code, {"__name__": "__main__"})
    told = [(p[3], [v[0] for v in p[7]]) for p in recorder.recorded()["places"] if "." in p[3]]
    shape = [("array", "float64", (2, 3))]
    assert told == [("c.k", []), ("c.v", shape), ("c.v", shape)]


STYLES = '''
"""Docstring."""
from __future__ import annotations
import contextlib, dataclasses, enum, functools

K: int = 3
a, *rest = range(5)

class Color(enum.Enum):
    RED = 1
    BLUE = RED

@dataclasses.dataclass
class Point:
    x: int = 1
    y: list = dataclasses.field(default_factory=list)
    def __post_init__(self):
        self.__hidden = self.x
    def hidden(self):
        return self.__hidden

def numbers(n):
    """Doc of numbers."""
    got = 0
    for i in range(n):
        got = yield i + (got or 0)

def closure():
    count = 0
    def add(k=1):
        nonlocal count
        count += k
        return count
    add(); add(5)
    return count, add.__defaults__

@functools.lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@contextlib.contextmanager
def opened():
    yield "inside"

def matched(value):
    match value:
        case {"a": x, **rest}:
            return x, rest
        case [first, *others] if (total := len(others)):
            return first, total
    return None

def finished():
    try:
        return "try"
    finally:
        done = True

def sliced():
    out = [0] * 4
    out[1:3] = [7, 8]
    out[0], out[3] = out[3], 9
    first, out[1] = out[0], -1
    return out, first

def run():
    gen = numbers(3)
    with opened() as word, opened() as other:
        pass
    squares = {i: i * i for i in range(4) if i % 2}
    nested = [(i, j) for i in range(3) for j in range(i)]
    total = sum(x for x in [1, 2, 3]) + len(y := [1, 2, 3])
    swap_a, swap_b = 1, 2
    swap_a, swap_b = swap_b, swap_a
    while (n := len(y)) > 1: y.pop()
    return (next(gen), gen.send(10), word, other, squares, nested, total, swap_a, swap_b, n, y,
            closure(), fib(20), matched({"a": 1, "b": 2}), matched([1, 2]), finished(), sliced(),
            Point().hidden(), list(Color), a, rest, numbers.__doc__, __doc__,
            Point.__annotations__, sorted(k for k in globals() if not k.startswith("__")))
'''


def test_a_file_of_every_style_does_the_same_with_notes() -> None:
    plain: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(STYLES, "a.py", "exec", dont_inherit=True), plain)
    with listening(STYLES) as (names, noted):
        assert repr(names["run"]()) == repr(plain["run"]())
        assert len(noted) > 50


def test_lines_of_a_traceback_stay() -> None:
    code = "def f(a):\n    b = a\n    c = (\n        b /\n        0)\n    return c\n"
    with listening(code) as (names, _), pytest.raises(ZeroDivisionError) as caught:
        names["f"](1)
    assert caught.traceback[-1].lineno + 1 == 4


def test_arrays_are_not_kept_alive() -> None:
    import gc
    import weakref

    recorder = recording.Recorder()
    code = "import numpy as np\ndef f():\n    x = np.ones((2, 3))\n    return ref(x)\n"
    names: dict[str, Any] = {"ref": weakref.ref}
    exec(recorder.compile(code, "a.py"), names)
    held = names["f"]()
    gc.collect()
    assert held() is None


@pytest.mark.parametrize(
    "code",
    ["x = " + "-" * 1_500 + "1", "x = " + "+".join("1" * 1_500), "x = " + "[" * 90 + "]" * 90,
     "x" + ".a" * 1_000 + " = 1", "x" + ".a" * 1_000 + "[0] += 1"],
)  # fmt: skip
def test_deep_sources_that_python_takes_are_taken(code: str) -> None:
    compile(code, "a.py", "exec")  # this Python takes it
    compile_with_notes(code, "a.py")


def test_the_number_of_places_is_bounded() -> None:
    _, places = compile_with_notes("\n".join(f"x{i} = {i}" for i in range(3 * PLACES)), "a.py")
    assert len(places) == PLACES
    _, (place,) = compile_with_notes(f"{'x' * 10_000} = 1", "a.py")
    assert len(place.name) <= 60


def test_syntax_errors_are_those_of_the_text() -> None:
    for text in ("def f(:\n", "return 1\n", "x = 1 +\n"):
        with pytest.raises(SyntaxError) as plain:
            compile(text, "a.py", "exec")
        with pytest.raises(SyntaxError) as noted:
            compile_with_notes(text, "a.py")
        assert str(noted.value) == str(plain.value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (np.ones((2, 3), np.float32), ("array", "float32", (2, 3))),
        (np.float32(1), ("array", "float32", ())),
        ([np.ones(2), np.ones(2)], ("each", "list", 2, "float64", (2,))),
        ((np.ones(2), np.ones(3)), ("items", "tuple", 2, (("float64", (2,)), ("float64", (3,))))),
        ([np.ones(2), 1], ("text", "list of 2")),
        (5, ("text", "5")),
        (True, ("text", "True")),
        (None, ("text", "None")),
        ("a" * 100, ("text", "str of 100")),
        ({"w": 1}, ("text", "dict of 1")),
        (10**400, ("text", "an int of 1329 bits")),
        (object(), ()),
        (ast, ()),
    ],
)  # fmt: skip
def test_what_is_told_of_a_value(value: object, shown: tuple[object, ...]) -> None:
    assert recording.show(value) == shown
