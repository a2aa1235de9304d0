"""Objects that stay in the child, callbacks, kept arguments, gradients and forbidden calls."""

import numpy as np
import pytest
from walls import GOOD, array, ask, loaded, value

from tfmdrill.config import Limits
from tfmdrill.errors import GraderFault
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source
from tfmdrill.runner import (
    Died,
    Gradient,
    Handle,
    Raised,
    Returned,
    Wall,
)
from tfmdrill.runner.questions import calling, taking_gradient


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
        rounds = [((np.zeros(2, np.float32), lambda v: v + 1), {})] * 2
        exchange = submission.on_kept("f", rounds, cpu_s=2.0, fetch=True)
        ((first, second, kept),) = submission.exchanges([exchange])
        assert array(first).values.tolist() == [2.0, 2.0]
        assert array(second).values.tolist() == [4.0, 4.0]
        fetched, _ = value(kept)  # type: ignore[misc]  # a list
        assert fetched.values.tolist() == [4.0, 4.0]


def test_an_argument_that_nothing_can_be_made_of_is_the_grader_s_fault(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, GOOD) as submission:
        for wrong in (object(), np.array([1j]), b"x" * 2**27):
            with pytest.raises(GraderFault):
                submission.call("f", (wrong,))
        assert value(submission.call("f", (2,))) == 4


def test_gradients_come_by_argument(torch_wall: Wall) -> None:
    code = """
        def f(x, params, n, *, scale):
            return x * params["w"] * scale, 1.0, x.detach()
    """
    with loaded(torch_wall, code) as submission:
        x, w = np.array([1.0, 2.0]), np.array([3.0, 5.0])
        reply = submission.ask(
            taking_gradient(
                "f",
                (x, {"w": w, "unused": w}, 3),
                {"scale": np.array(2.0)},
                [np.array([1.0, 10.0]), np.array(0.0), np.array([7.0, 7.0])],
                names=("x",),
            )
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


def test_weights_of_another_shape_are_refused_not_summed(torch_wall: Wall) -> None:
    with loaded(torch_wall, "def f(x):\n    return x * 2") as submission:
        reply = submission.ask(
            taking_gradient("f", (np.ones(3),), {}, [np.ones((2, 3))], names=("x",))
        )
    assert isinstance(reply, Raised)
    assert "the answer has shape (3,), the weights (2, 3)" in reply.info.message


def test_entries_without_weight_may_be_nan(torch_wall: Wall) -> None:
    code = "def f(x):\n    return x.log()"
    with loaded(torch_wall, code) as submission:
        weights = [np.array([1.0, 0.0])]
        got = value(
            submission.ask(
                taking_gradient("f", (np.array([2.0, -1.0]),), {}, weights, names=("x",))
            )
        )
    assert isinstance(got, Gradient)
    assert got.grads["x"] is not None
    assert got.grads["x"].values[0] == 0.5  # d log x / dx at 2, not 0.5 + NaN


def test_a_gradient_does_not_import_sympy(torch_wall: Wall) -> None:
    """That alone takes longer than everything else that a grade does."""
    code = "import sys\ndef f(x):\n    return x * 2\ndef g():\n    return 'sympy' in sys.modules"
    with loaded(torch_wall, code) as submission:
        value(submission.ask(taking_gradient("f", (np.ones(3),), {}, [np.ones(3)], names=("x",))))
        assert submission.call("g") == Returned(False)


def test_an_answer_without_a_graph_has_no_gradients(torch_wall: Wall) -> None:
    with loaded(torch_wall, "def f(x):\n    return float(x.sum())") as submission:
        got = value(
            submission.ask(taking_gradient("f", (np.ones(2),), {}, [np.array(1.0)], names=("x",)))
        )
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


def test_calls_on_kept_arguments_may_ask_back(numpy_wall: Wall) -> None:
    """No later question may lie in the pipe when the child waits for a callback's answer."""
    code = b"def f(step, x):\n    return step(x) + step(x + 1)\n"
    with numpy_wall.submit(Source("f.py", code)) as submission:
        assert isinstance(submission.load(), Returned)
        rounds = [((lambda x: 10 * x, 1), {})] * 3
        exchange = submission.on_kept("f", rounds, cpu_s=2.0, fetch=True)
        ((*answers, kept),) = submission.exchanges([exchange])
        assert answers == [Returned(30)] * 3
        assert isinstance(kept, Returned)


def test_calls_in_advance_may_ask_back(numpy_wall: Wall) -> None:
    code = (
        b"kept = []\n"
        b"def f(step, x):\n    kept.append(step)\n    return step(x)\n"
        b"def g(x):\n    return kept[0](x)\n"
    )
    with numpy_wall.submit(Source("f.py", code)) as submission:
        assert isinstance(submission.load(), Returned)
        asked = [calling("f", (lambda x: 10 * x, n)) for n in range(4)]
        asked += [calling("g", (n,)) for n in range(4)]
        replies = list(submission.exchanges([question] for question in asked))
    assert replies == [[Returned(10 * n)] for n in (*range(4), *range(4))]
