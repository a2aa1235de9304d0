"""Gradients along random directions. Oracle: autograd's own, and what is known by hand."""

from types import ModuleType

import numpy as np
import pytest
import torch

from tfmdrill.grading.gradient import judge, probe
from tfmdrill.model.case import Case

REFERENCE = ModuleType("reference")
exec(
    """
import numpy as np
def attend(q, k, v):
    s = q @ np.swapaxes(k, -1, -2)
    e = np.exp(s - np.max(s, axis=-1, keepdims=True))
    return (e / np.sum(e, axis=-1, keepdims=True)) @ v
def first(x, unused):
    return x * x
""",
    REFERENCE.__dict__,
)


def attend(q, k, v):
    return torch.softmax(q @ k.mT, -1) @ v


def case(seed: int) -> Case:
    rng = np.random.default_rng(seed)
    shapes = ((3, 4), (5, 4), (5, 2))
    args = tuple(rng.normal(size=s).astype(np.float32).astype(np.float64) for s in shapes)
    return Case("attend", args, names=("q", "k", "v"))


def grads_of(function, made: Case, weights, dtype):
    leaves = [torch.tensor(a, dtype=dtype, requires_grad=True) for a in made.args]
    out = function(*leaves)
    found = torch.autograd.grad(
        out, leaves, torch.tensor(weights[0], dtype=dtype), allow_unused=True
    )
    return {
        name: None if g is None else g.double().numpy()
        for name, g in zip(made.names, found, strict=True)
    }


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_right_gradients_pass_and_a_detached_part_is_caught(seed, dtype):
    made = case(seed)
    against = probe(made, REFERENCE, seed=seed)
    assert judge(grads_of(attend, made, against.weights, dtype), against) is None
    detached = lambda q, k, v: torch.softmax(q.detach() @ k.mT, -1) @ v  # noqa: E731
    assert judge(grads_of(detached, made, against.weights, dtype), against).symptom == "missing"


def test_a_nan_in_a_gradient_is_told_from_a_wrong_one():
    made = case(0)
    against = probe(made, REFERENCE, seed=0)
    grads = grads_of(attend, made, against.weights, torch.float64)
    holed = {**grads, "k": np.where(np.eye(5, 4) == 1, np.nan, grads["k"])}
    assert judge(holed, against).symptom == "non-finite"
    assert judge({**grads, "v": 1.01 * grads["v"]}, against).symptom == "wrong"


def test_an_argument_that_does_not_count_may_lack_a_gradient_but_may_not_have_one():
    made = Case("first", (np.array([1.0, 2.0]), np.array([3.0])), names=("x", "unused"))
    against = probe(made, REFERENCE, seed=0)
    right = {"x": 2 * made.args[0] * against.weights[0], "unused": None}
    assert judge(right, against) is None
    assert judge({**right, "unused": np.zeros(1)}, against) is None
    assert judge({**right, "unused": np.ones(1)}, against).symptom == "wrong"


def test_parameters_in_nested_dicts_and_lists_have_gradients_of_their_own():
    reference = ModuleType("reference")
    exec(
        "def f(x, params):\n    return x * params['w'] + params['rest'][1] ** 3\n",
        reference.__dict__,
    )
    x, w, spare, cubed = (np.array([v]) for v in (2.0, 3.0, 5.0, 1.5))
    made = Case("f", (x, {"w": w, "rest": [spare, cubed]}), names=("x", "params"))
    against = probe(made, reference, seed=0)
    weight = against.weights[0]
    right = {
        "x": weight * 3.0,
        "params.w": weight * 2.0,
        "params.rest.0": None,
        "params.rest.1": weight * 3 * 1.5**2,
    }
    assert set(against.directions) == set(right)
    assert judge(right, against) is None
    assert judge({**right, "params.rest.1": weight * 1.5**2}, against).symptom == "wrong"
