"""The wall: what a submission can do is answer, and whatever else it does ends as a Died or Raised.

Expected values are written out by hand or computed by NumPy in the test; the kernel tells which
processes and descriptors are left.
"""

import os
import signal
import struct
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tfmdrill.config import Limits
from tfmdrill.errors import GraderFault, UsageError
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Outcome, Tier
from tfmdrill.model.source import Source
from tfmdrill.runner import (
    Arg,
    Died,
    Gradient,
    Handle,
    Opaque,
    Raised,
    RemoteArray,
    Reply,
    Returned,
    Submission,
    Wall,
)

# Short deadlines, so that the tests of them take little; nothing right here comes near.
LIMITS = Limits(call_cpu_s=1.0, load_cpu_s=5.0, call_wall_s=4.0, memory_bytes=1024 * 2**20)
GOOD = "def f(x):\n    return x * 2\n"


@pytest.fixture(scope="module")
def numpy_wall() -> Iterator[Wall]:
    with Wall(Framework.NUMPY, limits=LIMITS) as wall:
        yield wall


@pytest.fixture(scope="module")
def torch_wall() -> Iterator[Wall]:
    with Wall(Framework.TORCH, limits=LIMITS) as wall:
        yield wall


@pytest.fixture(scope="module")
def text_wall() -> Iterator[Wall]:
    with Wall(Framework.TEXT, limits=LIMITS) as wall:
        yield wall


def source(code: str, name: str = "rope.py") -> Source:
    return Source(name, textwrap.dedent(code).encode())


def loaded(wall: Wall, code: str) -> Submission:
    submission = wall.submit(source(code))
    reply = submission.load()
    assert isinstance(reply, Returned), reply
    return submission


def ask(wall: Wall, code: str, *args: object, **kwargs: object) -> Reply:
    """The reply to `f(*args, **kwargs)`."""
    with loaded(wall, code) as submission:
        return submission.call("f", args, kwargs)


def value(reply: Reply) -> object:
    assert isinstance(reply, Returned), reply
    return reply.value


def array(reply: Reply) -> RemoteArray:
    got = value(reply)
    assert isinstance(got, RemoteArray), got
    return got


def assert_works(wall: Wall) -> None:
    """The next submission isn't affected."""
    got = array(ask(wall, GOOD, np.array([1.0, 2.0])))
    assert got.values.tolist() == [2.0, 4.0]


# Values


def test_an_array_goes_there_and_back_as_a_plain_array(numpy_wall: Wall) -> None:
    x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    got = array(ask(numpy_wall, GOOD, x))
    assert (got.dtype, got.library, got.scalar) == ("float32", "numpy", False)
    assert type(got.values) is np.ndarray
    assert got.values.flags.owndata
    assert np.array_equal(got.values, x * 2)


def test_python_values_keep_their_types(text_wall: Wall) -> None:
    sent = [None, True, 2**80, -0.5, "é\ud800", b"\x00", (1, [2]), {"a": {1}}]
    got = value(ask(text_wall, "def f(x):\n    return x", sent))
    assert got == sent
    assert [type(v) for v in got] == [type(v) for v in sent]  # type: ignore[attr-defined]


def test_keyword_arguments_and_numpy_scalars_arrive(text_wall: Wall) -> None:
    code = "def f(x, *, s):\n    return [type(x).__name__, x, s]"
    assert value(ask(text_wall, code, np.float32(1.5), s=np.int64(3))) == ["float", 1.5, 3]


@pytest.mark.parametrize("framework", ["numpy", "torch"])
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "step2", "expanded", "readonly"])
def test_a_layout_changes_the_memory_and_not_the_values(
    framework: str, layout: str, request: pytest.FixtureRequest
) -> None:
    wall = request.getfixturevalue(f"{framework}_wall")
    code = """
        def f(x):
            strides = x.stride() if hasattr(x, "stride") else x.strides
            writable = x.flags.writeable if hasattr(x, "flags") else True
            return x, list(strides), writable
    """
    x = np.arange(24.0).reshape(2, 3, 4)
    if layout == "expanded":
        x = np.broadcast_to(x[:, :1], (2, 3, 4))
    got = value(ask(wall, code, Arg(x, "float32", layout, axis=1)))
    assert isinstance(got, tuple)
    values, strides, writable = got
    assert np.array_equal(values.values, x)
    unit = 1 if framework == "torch" else 4
    assert (
        strides
        == {
            "contiguous": [12 * unit, 4 * unit, unit],
            "readonly": [12 * unit, 4 * unit, unit],
            "transposed": [12 * unit, unit, 3 * unit],
            "step2": [24 * unit, 8 * unit, 2 * unit],
            "expanded": [4 * unit, 0, unit],
        }[layout]
    )
    if framework == "numpy" and layout == "readonly":
        assert not writable


@pytest.mark.parametrize("shape", [(), (0,), (0, 3), (3, 0), (5,)])
@pytest.mark.parametrize("layout", ["transposed", "step2", "expanded"])
def test_small_shapes_take_any_layout(
    torch_wall: Wall, shape: tuple[int, ...], layout: str
) -> None:
    got = array(ask(torch_wall, GOOD, Arg(np.ones(shape), "float32", layout)))
    assert got.values.shape == shape
    assert (got.values == 2).all()


def test_bfloat16_is_rounded_to_even_and_widened(torch_wall: Wall) -> None:
    # 1 + 2^-8 lies half way between 1 and 1 + 2^-7; 1 + 3 * 2^-8 half way to the even 1 + 2^-6.
    x = np.array([1 + 2**-8, 1 + 3 * 2**-8, np.nan, np.inf, -3e38], dtype=np.float32)
    got = array(ask(torch_wall, "def f(x):\n    return x", Arg(x, "bfloat16")))
    assert (got.dtype, got.values.dtype) == ("bfloat16", np.float32)
    assert got.values[:2].tolist() == [1.0, 1 + 2**-6]
    assert np.isnan(got.values[2])
    assert got.values[3] == np.inf
    code = "import torch\ndef f(x):\n    return x.to(torch.bfloat16)"
    assert np.array_equal(array(ask(torch_wall, code, x)).values, got.values, equal_nan=True)


@pytest.mark.parametrize(
    ("expression", "dtype", "expected"),
    [
        ("torch.nn.Parameter(x)", "float32", [1, 2]),
        ("x.requires_grad_() * 2", "float32", [2, 4]),
        ("torch.complex(x, x).conj().imag", "float32", [-1, -2]),
        ("(x > 1)", "bool", [False, True]),
        ("x.to(torch.int16).flip(0)", "int16", [2, 1]),
        ("x.expand(2, 2).T[0]", "float32", [1, 1]),
        ("np.float64(2.5)", "float64", 2.5),
        ("np.ma.masked_array(x.numpy(), [0, 1])", "float32", [1, 2]),
        ("np.array([1, 2], '>i4')", "int32", [1, 2]),
    ],
)
def test_results_of_every_kind_come_back_as_numbers(
    torch_wall: Wall, expression: str, dtype: str, expected: object
) -> None:
    code = f"import numpy as np, torch\ndef f(x):\n    return {expression}"
    got = array(ask(torch_wall, code, np.array([1, 2], np.float32)))
    assert got.dtype == dtype
    assert got.values.tolist() == expected


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("(i for i in range(3))", "generator"),
        ("lambda: 1", "function"),
        ("object()", "object"),
        ("1j", "complex"),
        ("torch.ones(2, dtype=torch.complex64)", "Tensor"),
        ("torch.ones(2).to_sparse()", "Tensor"),
        ("torch.ones(2, device='meta')", "Tensor"),
        ("torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)", "Tensor"),
        ("np.array([object()])", "ndarray"),
        ("cyclic", "list"),
        ("[[]] * 200_000", "list"),
        ("torch.zeros(2**25)", "Tensor"),
        ("{frozenset(): 1}", "dict"),
    ],
)
def test_what_can_t_cross_comes_back_as_opaque(
    torch_wall: Wall, expression: str, kind: str
) -> None:
    code = f"""
        import numpy as np, torch
        cyclic = []
        cyclic.append(cyclic)
        def f():
            return {expression}
    """
    got = value(ask(torch_wall, code))
    assert isinstance(got, Opaque)
    assert got.type == kind
    assert got.says


def test_an_opaque_part_leaves_the_rest(numpy_wall: Wall) -> None:
    got = value(ask(numpy_wall, "def f():\n    return 1, map(str, []), [2.5]"))
    assert isinstance(got, tuple)
    assert (got[0], got[2]) == (1, [2.5])
    assert isinstance(got[1], Opaque)


def test_no_overridden_operator_crosses(torch_wall: Wall) -> None:
    code = """
        import torch
        class Yes(torch.Tensor):
            __eq__ = __le__ = lambda self, other: True
            @classmethod
            def __torch_function__(cls, *a, **k):
                return True
        class One(float):
            __sub__ = __float__ = lambda *a: 0.0
        class All(list):
            __iter__ = lambda self: iter([1, 2, 3])
            @property
            def __class__(self):
                raise ValueError("no")
        def f():
            return torch.zeros(2).as_subclass(Yes), One(2.0), All([9])
    """
    got = value(ask(torch_wall, code))
    assert isinstance(got, tuple)
    assert type(got[0]) is RemoteArray
    assert got[0].values.tolist() == [0.0, 0.0]
    assert [type(v) for v in got[1:]] == [float, list]
    assert got[1:] == (2.0, [9])


# Objects, callbacks, kept arguments


def test_an_object_of_the_user_s_class_stays_and_answers(numpy_wall: Wall) -> None:
    code = """
        class KVCache(dict):
            def append(self, k):
                self[len(self)] = k
                return [self[i] for i in range(len(self))]
            @property
            def length(self):
                return len(self)
    """
    with loaded(numpy_wall, code) as submission:
        one, two = (value(submission.call("KVCache")) for _ in range(2))
        assert isinstance(one, Handle)
        assert isinstance(two, Handle)
        assert one.type == "KVCache"
        assert value(submission.call("append", (3,), target=one)) == [3]
        assert value(submission.call("append", (4,), target=one)) == [3, 4]
        assert value(submission.attribute(one, "length")) == 2
        assert value(submission.attribute(two, "length")) == 0
        submission.drop(two)
        assert value(submission.call("append", (5,), target=one)) == [3, 4, 5]


@pytest.mark.parametrize(
    "definition",
    [
        "f = lambda x: x + 1",
        "import functools, operator\nf = functools.partial(operator.add, 1)",
        "class F:\n    def __call__(self, x):\n        return x + 1\nf = F()",
    ],
)
def test_any_callable_is_an_entry_point(numpy_wall: Wall, definition: str) -> None:
    assert value(ask(numpy_wall, definition, 2)) == 3


def test_a_callback_is_called_with_arrays_and_gives_arrays(torch_wall: Wall) -> None:
    seen: list[np.ndarray] = []

    def step(ids: np.ndarray, *, scale: int = 1) -> np.ndarray:
        seen.append(ids)
        return ids * np.float32(0.5) * scale

    code = """
        def f(step, ids):
            a = step(ids)
            return type(a).__name__, a + step(ids, scale=3)
    """
    got = value(ask(torch_wall, code, step, np.array([[1, 2]])))
    assert isinstance(got, tuple)
    assert got[0] == "Tensor"
    assert got[1].values.tolist() == [[2.0, 4.0]]
    assert [s.tolist() for s in seen] == [[[1, 2]], [[1, 2]]]
    assert type(seen[0]) is np.ndarray


def test_what_a_callback_raises_is_a_runtime_error_in_the_child(numpy_wall: Wall) -> None:
    def step(_: object) -> None:
        raise KeyError("no such id")

    code = """
        def f(step, x):
            try:
                step(x)
            except RuntimeError as error:
                return str(error)
    """
    assert value(ask(numpy_wall, code, step, 1)) == "KeyError: 'no such id'"


def test_callbacks_without_end_are_stopped(numpy_wall: Wall) -> None:
    limits = Limits(callbacks=5, call_cpu_s=5.0)
    with Wall(Framework.TEXT, limits=limits) as wall:
        code = "def f(step, n):\n    return [step(i) for i in range(n)]"
        assert value(ask(wall, code, lambda i: i + 1, 5)) == [1, 2, 3, 4, 5]
        reply = ask(wall, code, lambda i: i + 1, 6)
        assert isinstance(reply, Died)
        assert reply.outcome is Outcome.TIMEOUT


def test_a_callback_outlives_no_call(numpy_wall: Wall) -> None:
    code = """
        kept = []
        def f(step):
            kept.append(step)
            return step(1)
        def g():
            return kept[0](2)
    """
    with loaded(numpy_wall, code) as submission:
        assert value(submission.call("f", (lambda v: v * 10,))) == 10
        assert value(submission.call("g")) == 20  # a call is on, so the grader listens


def test_kept_arguments_show_what_a_call_changed(torch_wall: Wall) -> None:
    code = "def f(x, step):\n    x += step(1)\n    return x"
    with loaded(torch_wall, code) as submission:
        kept = submission.put(np.zeros(2, np.float32)), submission.put(lambda v: v + 1)
        assert array(submission.call("f", kept)).values.tolist() == [2.0, 2.0]
        assert array(submission.call("f", kept)).values.tolist() == [4.0, 4.0]
        assert array(submission.fetch(kept[0])).values.tolist() == [4.0, 4.0]


def test_an_argument_that_nothing_can_be_made_of_is_the_grader_s_fault(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, GOOD) as submission:
        for wrong in (object(), np.array([1j]), b"x" * 2**27):
            with pytest.raises(GraderFault):
                submission.call("f", (wrong,))
        assert value(submission.call("f", (2,))) == 4


# Gradients and forbidden calls


def test_gradients_come_by_argument(torch_wall: Wall) -> None:
    code = """
        def f(x, params, n, *, scale):
            return x * params["w"] * scale, 1.0, x.detach()
    """
    with loaded(torch_wall, code) as submission:
        x, w = np.array([1.0, 2.0]), np.array([3.0, 5.0])
        reply = submission.gradient(
            "f",
            (x, {"w": w, "unused": w}, 3),
            {"scale": np.array(2.0)},
            [np.array([1.0, 10.0]), np.array(0.0), np.array([7.0, 7.0])],
            names=("x",),
        )
        got = value(reply)
    assert isinstance(got, Gradient)
    grads = {path: None if g is None else g.values.tolist() for path, g in got.grads.items()}
    # d/dx (sum_i weight_i x_i w_i scale) = weight * w * scale, and so for the others.
    assert grads == {
        "x": [6.0, 100.0],
        "1.w": [2.0, 40.0],
        "1.unused": None,
        "scale": 103.0,
    }


def test_an_answer_without_a_graph_has_no_gradients(torch_wall: Wall) -> None:
    with loaded(torch_wall, "def f(x):\n    return float(x.sum())") as submission:
        got = value(submission.gradient("f", (np.ones(2),), {}, [np.array(1.0)], names=("x",)))
    assert got == Gradient(2.0, {"x": None})


@pytest.mark.parametrize(
    ("line", "names", "found"),
    [
        ("return x.softmax(-1)", ["softmax"], "softmax"),
        ("return getattr(torch, 'soft' + 'max')(x, -1)", ["softmax"], "softmax"),
        ("return torch.special.softmax(x, -1)", ["softmax"], "softmax"),
        ("return torch.nn.Softmax(-1)(x)", ["Softmax"], "Softmax"),
        ("return torch.ops.aten._softmax(x, -1, False)", ["softmax"], "softmax"),
        ("return torch.nn.MultiheadAttention(4, 1)(x, x, x)", ["MultiheadAttention"], "Mu"),
        ("return torch.autograd.grad((y * y).sum(), y)", ["torch.autograd"], "torch.autograd"),
        ("(y * y).sum().backward()", ["torch.autograd"], "torch.autograd"),
        ("return Double.apply(x)", ["torch.autograd"], "torch.autograd"),
        ("torch.nn.utils.clip_grad_norm_([y], 1.0)", ["clip_grad_norm_"], "clip_grad_norm_"),
        ("torch.optim.SGD([y]).step()", ["torch.optim"], "torch.optim"),
        ("raise ValueError(x.softmax(-1))", ["softmax"], "softmax"),
        ("return torch.log_softmax(x, -1)", ["softmax"], ""),
        ("return softmax(x)", ["softmax"], ""),
        ("torch.no_grad().__enter__(); return x + 1", ["torch.autograd"], ""),
    ],
)
def test_forbidden_calls_are_seen_where_they_are_made(
    torch_wall: Wall, line: str, names: list[str], found: str
) -> None:
    code = f"""import torch
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2
def softmax(x):
    return x.exp() / x.exp().sum(-1, keepdim=True)
def f(x):
    y = torch.ones(2, requires_grad=True)
    {line}
"""
    with loaded(torch_wall, code) as submission:
        got = value(submission.forbidden_calls("f", (np.ones((3, 4), np.float32),), {}, names))
    lines = {10, 5} if "Double" in line else {10}
    assert isinstance(got, list)
    assert bool(got) == bool(found)
    for name, where in got:
        assert name.startswith(found)
        assert where in lines


def test_numpy_has_no_calls_to_record(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, GOOD) as submission:
        assert value(submission.forbidden_calls("f", (1,), {}, ["softmax"])) == []


# Exceptions


def test_an_exception_shows_the_user_s_lines_and_shapes(torch_wall: Wall) -> None:
    code = """
        import torch
        def f(q, k, *, causal):
            def scores(a, b):
                name = "x" * 50
                return a @ b
            return scores(q, k)
    """
    reply = ask(torch_wall, code, np.ones((2, 3)), np.ones((2, 3), np.float32), causal=True)
    assert isinstance(reply, Raised)
    info = reply.info
    assert info.type == "RuntimeError"
    assert "RuntimeError" in info.bases
    outer, inner = info.frames
    assert (inner.place, inner.function, inner.source) == ("line 6", "scores", "return a @ b")
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
        ("try:\n  {}[1]\nexcept KeyError as e:\n  raise ValueError('v') from e", "ValueError", "Key"),
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


# Ends


def pids_of(wall: Wall) -> set[int]:
    """Every process below the wall's zygote, as the kernel lists them."""
    assert wall._zygote is not None
    found = {wall._zygote.hello()["pid"]}
    for _ in range(4):
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(entry.read_text("utf-8").rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent in found:
                found.add(int(entry.parent.name))
    return found - {wall._zygote.hello()["pid"]}


ENDS = [
    ("import os\nos._exit(0)", Outcome.ERROR, "exit code 0"),
    ("import os\nos.abort()", Outcome.ERROR, "crashed"),
    ("import ctypes\nctypes.string_at(0)", Outcome.ERROR, "segmentation fault"),
    ("while True: pass", Outcome.TIMEOUT, "CPU"),
    ("import time\ntime.sleep(100)", Outcome.TIMEOUT, "4 s"),
    ("import signal\nfor s in range(1, 32):\n  try: signal.signal(s, signal.SIG_IGN)\n"
     "  except OSError: pass\nwhile True: pass", Outcome.TIMEOUT, ""),
    ("while True:\n  try:\n    while True: pass\n  except BaseException: pass",
     Outcome.TIMEOUT, ""),
    ("import threading\nfor i in range(3): threading.Thread(target=spin).start()\nspin()",
     Outcome.TIMEOUT, ""),
    ("for i in range(10**9): print(i)", Outcome.OUTPUT_FLOOD, "printed"),
    ("import sys\nwhile True: sys.stderr.write('x' * 10**6)", Outcome.OUTPUT_FLOOD, ""),
    ("import os\nos.closerange(0, 4096)", Outcome.ERROR, "ended the process"),
    ("import os\nos.close(4)\nwhile True: pass", Outcome.BROKEN_PROTOCOL, "closed"),
    ("import os\nos.write(4, b'x' * 100)", Outcome.BROKEN_PROTOCOL, ""),
    ("import os\nos.write(4, b'tfd1' + b'\\xff' * 12)", Outcome.BROKEN_PROTOCOL, ""),
    ("import os, struct\nh = b'[' * 60000\n"
     "os.write(4, struct.pack('<4sIQ', b'tfd1', len(h), 0) + h)", Outcome.BROKEN_PROTOCOL, ""),
    ("import os, struct\nh = b'[\"fault\",2,null]'\n"
     "os.write(4, struct.pack('<4sIQ', b'tfd1', len(h), 0) + h)", Outcome.BROKEN_PROTOCOL, ""),
    ("import os, struct\nh = b'[\"callback\",2,{\"dict\":[\"number\",99,\"args\",{\"tuple\":[]},"
     "\"kwargs\",{\"dict\":[]}]}]'\n"
     "os.write(4, struct.pack('<4sIQ', b'tfd1', len(h), 0) + h)", Outcome.BROKEN_PROTOCOL, ""),
]  # fmt: skip


@pytest.mark.parametrize(("body", "outcome", "says"), ENDS, ids=range(len(ENDS)))
def test_an_end_is_an_outcome_and_leaves_nothing(
    numpy_wall: Wall, body: str, outcome: Outcome, says: str
) -> None:
    code = f"def spin():\n  while True: pass\ndef f(x):\n{textwrap.indent(body, '  ')}\n"
    submission = loaded(numpy_wall, code)
    reply = submission.call("f", (1,))
    assert isinstance(reply, Died), reply
    assert reply.outcome is outcome, reply
    assert says in reply.message
    assert submission.call("f", (1,)) == reply  # it stays dead
    submission.close()
    assert pids_of(numpy_wall) == set()
    assert_works(numpy_wall)


def test_a_child_that_stops_itself_runs_into_the_wall_clock(numpy_wall: Wall) -> None:
    # As the first process of a namespace it can't even be stopped: then it just returns.
    code = "import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGSTOP)\n    return 1"
    reply = ask(numpy_wall, code)
    assert reply == Returned(1) or (
        isinstance(reply, Died | Raised)
        and (isinstance(reply, Raised) or reply.outcome is Outcome.TIMEOUT)
    )
    assert_works(numpy_wall)


def test_a_frame_in_advance_is_found_at_the_next_request(numpy_wall: Wall) -> None:
    code = """
        import os, struct
        def f():
            header = b'["returned",2,41]'
            os.write(4, struct.pack("<4sIQ", b"tfd1", len(header), 0) + header)
            return 42
    """
    with loaded(numpy_wall, code) as submission:
        submission.call("f")
        reply = submission.call("f")
        assert isinstance(reply, Died)
        assert reply.outcome is Outcome.BROKEN_PROTOCOL


def test_frames_sprayed_on_every_descriptor_earn_nothing(numpy_wall: Wall) -> None:
    header = b'["returned",3,"forged"]'
    frame = struct.pack("<4sIQ", b"tfd1", len(header), 0) + header
    code = f"""
        import os
        for fd in range(256):
            try:
                os.write(fd, {frame!r})
            except OSError:
                pass
        def f():
            return "honest"
    """
    with numpy_wall.submit(source(code)) as submission:
        replies = [submission.load(), submission.call("f")]
    assert Returned("forged") not in replies
    assert any(isinstance(r, Died) and r.outcome is Outcome.BROKEN_PROTOCOL for r in replies)


@pytest.mark.parametrize(
    "line",
    [
        "bytearray(10**11)",
        "[0] * 10**11",
        "__import__('numpy').ones(10**11)",
        "__import__('torch').ones(10**11)",
    ],
)
def test_memory_beyond_the_budget_is_a_memory_error(torch_wall: Wall, line: str) -> None:
    with loaded(torch_wall, f"def f():\n    return {line}\ndef g():\n    return 1") as submission:
        reply = submission.call("f")
        assert isinstance(reply, Raised)
        assert reply.info.type == "MemoryError"
        assert submission.call("g") == Returned(1)


def test_memory_that_grows_bit_by_bit_ends_too(numpy_wall: Wall) -> None:
    reply = ask(numpy_wall, "def f():\n    x = []\n    while True:\n        x.append(bytes(2**20))")
    assert isinstance(reply, Raised)
    assert reply.info.type == "MemoryError"


def test_a_thread_left_running_changes_no_later_answer(numpy_wall: Wall) -> None:
    code = """
        import threading, time
        def spin():
            while True:
                time.sleep(0.001)
        def f(x):
            threading.Thread(target=spin).start()
            return x + 1
    """
    with loaded(numpy_wall, code) as submission:
        assert [value(submission.call("f", (i,))) for i in range(3)] == [1, 2, 3]
    assert pids_of(numpy_wall) == set()


def test_prints_are_kept_and_steer_no_terminal(numpy_wall: Wall) -> None:
    code = r"""
        import os, sys
        print("loaded \x1b[2J\u202e", flush=True)
        os.write(2, b"\xff\r\n")
        def f():
            print("called\ttwice")
    """
    with loaded(numpy_wall, code) as submission:
        submission.call("f")
        assert submission.prints == "loaded \\x1b[2J\\u202e\n\ufffd\ncalled\ttwice\n"


def test_many_prints_are_shown_in_part(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, "def f():\n    print('x' * 100_000)") as submission:
        assert submission.call("f") == Returned(None)
        assert submission.prints.endswith(f"{100_001 - 4096} bytes more")


def test_prints_before_a_death_are_kept(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, "def f():\n    print('here')\n    while True: pass") as submission:
        submission.call("f")
        assert submission.prints == "here\n"


# Isolation


def test_a_submission_sees_nothing_of_the_grader(numpy_wall: Wall, tmp_path: Path) -> None:
    import tfmdrill

    package = Path(tfmdrill.__file__).parent
    code = f"""
        import os, sys
        def f():
            seen = []
            for path in [{str(package / "errors.py")!r}, {str(package / "runner/wall.py")!r}]:
                try:
                    seen.append(open(path).read())
                except OSError as error:
                    seen.append(type(error).__name__)
            return seen, sorted(os.environ), os.getcwd(), [m for m in sys.modules if "tfmdrill." in m]
        def g():
            import wall
    """
    os.environ["TFMDRILL_TEST_SECRET"] = "1"
    try:
        with Wall(Framework.NUMPY, deny=[tmp_path]) as wall:
            if wall.isolation.tier is Tier.PROCESS_ONLY:
                pytest.skip("this machine has no Landlock")
            with loaded(wall, code) as submission:
                seen, environment, folder, modules = value(submission.call("f"))  # type: ignore[misc]
                assert seen == ["PermissionError", "PermissionError"]
                assert "TFMDRILL_TEST_SECRET" not in environment
                assert {"USER", "LOGNAME", "SSH_AUTH_SOCK"}.isdisjoint(environment)
                assert (folder, modules) == ("/", [])
                reply = submission.call("g")
                assert isinstance(reply, Raised)
                assert reply.info.type == "ModuleNotFoundError"
    finally:
        del os.environ["TFMDRILL_TEST_SECRET"]


def test_only_the_pipes_are_open_in_a_child(numpy_wall: Wall) -> None:
    code = """
        import os
        def f():
            found = []
            for fd in range(256):
                try:
                    os.fstat(fd)
                    found.append(fd)
                except OSError:
                    pass
            return found
    """
    assert value(ask(numpy_wall, code)) == [0, 1, 2, 3, 4]


def test_submissions_share_no_state(numpy_wall: Wall) -> None:
    code = "import numpy\ndef f():\n    numpy.add = None\n    numpy.random.seed(7)\n    return 1"
    assert ask(numpy_wall, code) == Returned(1)
    assert_works(numpy_wall)
    assert value(ask(numpy_wall, "import numpy\ndef f():\n    return numpy.add is None")) is False


def test_two_children_at_once_answer_for_themselves(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, "f = lambda x: x + 1") as one, loaded(numpy_wall, "f = abs") as two:
        assert value(one.call("f", (-5,))) == -4
        assert value(two.call("f", (-5,))) == 5
        one.close()
        assert value(two.call("f", (-6,))) == 6


def test_pythonpath_is_part_of_the_user_s_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mylib.py").write_text("answer = 42", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Wall(Framework.TEXT) as wall:
        assert value(ask(wall, "import mylib\ndef f():\n    return mylib.answer")) == 42


def test_the_clock_and_the_memory_are_read_from_outside(numpy_wall: Wall) -> None:
    code = """
        import time, numpy
        def f():
            end = time.process_time() + 0.05
            while time.process_time() < end:
                pass
            time.process_time = lambda: 0.0
            return numpy.ones(2**22).nbytes
    """
    with loaded(numpy_wall, code) as submission:
        before = submission.cpu_s()
        used = value(submission.call("f"))
        assert submission.cpu_s() - before >= 0.05
        assert isinstance(used, int)
        assert submission.memory_bytes() >= used


# The zygote


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_many_submissions_leave_no_descriptor_and_no_process() -> None:
    with Wall(Framework.TEXT) as wall:
        echo = "def f(x):\n    return x"
        ask(wall, echo, 0)
        before = open_descriptors()
        for i in range(500):
            with wall.submit(source(echo)) as submission:
                if i % 50 == 0:
                    submission.load()
                    assert submission.call("f", (i,)) == Returned(i)
        assert open_descriptors() == before
        assert pids_of(wall) == set()
        zygote = wall._zygote
    assert zygote is not None
    with pytest.raises(ProcessLookupError):
        os.kill(zygote.hello()["pid"], 0)


def test_a_zygote_that_was_killed_is_replaced() -> None:
    with Wall(Framework.TEXT) as wall:
        assert ask(wall, "def f():\n    return 1") == Returned(1)
        assert wall._zygote is not None
        os.kill(wall._zygote.hello()["pid"], signal.SIGKILL)
        assert ask(wall, "def f():\n    return 2") == Returned(2)


def test_closing_the_wall_ends_a_busy_child() -> None:
    wall = Wall(Framework.TEXT)
    submission = loaded(wall, "def f():\n    pass")
    pid = submission._pid
    wall.close()
    wall.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    reply = submission.call("f")
    assert isinstance(reply, Died)


def test_a_grader_that_is_killed_leaves_nothing_running() -> None:
    script = """
        import sys
        from tfmdrill.model.problem import Framework
        from tfmdrill.model.source import Source
        from tfmdrill.runner import Wall
        wall = Wall(Framework.TEXT)
        s = wall.submit(Source("a.py", b"def f():\\n    while True: pass"))
        s.load()
        print(s._pid, wall._zygote.hello()["pid"], flush=True)
        s.call("f", cpu_s=1000.0)
    """
    grader = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    )
    with grader:
        assert grader.stdout is not None
        pids = [int(word) for word in grader.stdout.readline().split()]
        fds = [os.pidfd_open(pid) for pid in pids]
        grader.kill()
    import select

    for fd in fds:
        assert select.select([fd], [], [], 30.0)[0], "it still runs"
        os.close(fd)


def test_ctrl_c_during_a_call_ends_the_child(numpy_wall: Wall) -> None:
    def interrupted(_: int) -> int:
        raise KeyboardInterrupt

    submission = loaded(numpy_wall, "def f(step):\n    return step(1)")
    with pytest.raises(KeyboardInterrupt):
        submission.call("f", (interrupted,))
    assert pids_of(numpy_wall) == set()
    assert isinstance(submission.call("f", (1,)), Died)
    assert_works(numpy_wall)


def test_a_worker_that_serves_once_gives_the_same_answers() -> None:
    with Wall(Framework.NUMPY, limits=LIMITS, single_use=True) as wall:
        assert dict(wall.isolation.missing).keys() == {"namespaces"} or os.name != "posix"
        with loaded(wall, GOOD) as one, loaded(wall, GOOD) as two:
            assert [value(s.call("f", (4,))) for s in (one, two, one)] == [8, 8, 8]
        reply = ask(wall, "import os\ndef f():\n    os._exit(3)")
        assert isinstance(reply, Died)
        assert "exit code 3" in reply.message
        reply = ask(wall, "def f():\n    while True: pass")
        assert isinstance(reply, Died)
        assert reply.outcome is Outcome.TIMEOUT
        assert_works(wall)


def test_a_layer_that_fails_in_the_child_is_the_grader_s_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # More address space than there is: the kernel refuses the limit, and no code may run.
    with Wall(Framework.TEXT, limits=Limits(memory_bytes=2**70)) as wall:
        submission = None
        with pytest.raises(GraderFault, match="locked down"):
            submission = wall.submit(source(GOOD))
        assert submission is None


def test_a_framework_that_isn_t_installed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import venv

    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bare/bin/python"))
    with (
        Wall(Framework.TORCH) as wall,
        pytest.raises(UsageError, match="pip install torch"),
    ):
        wall.submit(source(GOOD))


def test_a_process_that_ends_between_two_questions_is_an_error_not_a_broken_protocol(
    text_wall: Wall,
) -> None:
    code = """
        import os, threading
        def f():
            threading.Thread(target=lambda: (wait.wait(), os._exit(5))).start()
            wait.set()
        wait = threading.Event()
    """
    with loaded(text_wall, code) as submission:
        submission.call("f")
        submission._channel.wait_for_exit(5.0)
        reply = submission.call("f")
        assert isinstance(reply, Died)
        assert (reply.outcome, "exit code 5" in reply.message) == (Outcome.ERROR, True)
