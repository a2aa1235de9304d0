"""The tolerance turns no right arithmetic down and lets no near miss through. Oracle: torch."""

import warnings
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
import torch

from tfmdrill.grading.comparing import compare
from tfmdrill.grading.oracle import UNITS, ask, expect, is_well_posed
from tfmdrill.model.case import Case
from tfmdrill.runner import RemoteArray


def module(source: str) -> ModuleType:
    made = ModuleType("reference")
    exec(source, made.__dict__)
    return made


SOFTMAX = module("""
import numpy as np
def softmax(x, *, temperature=1.0):
    z = x / temperature
    e = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)
""")
NORM = module("""
import numpy as np
def norm(x, *, eps=1e-5):
    centred = x - np.mean(x, axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred * centred, axis=-1, keepdims=True) + eps)
""")
TOP = module("""
import numpy as np
def top(x):
    return np.where(x >= np.max(x), x, -np.inf)
""")


def right(case: Case, reference: ModuleType, got: torch.Tensor) -> bool:
    expected = expect(case, reference, u=UNITS["float32"], seed=1)
    return compare(RemoteArray(got.numpy(), "float32", "torch"), expected) is None


def floats(seed: int, *shape: int, std: float = 1.0, mean: float = 0.0):
    drawn = np.random.default_rng(seed).normal(mean, std, shape)
    return drawn.astype(np.float32).astype(np.float64)


@pytest.mark.parametrize("seed", range(40))
def test_float32_softmax_in_three_styles_is_right_at_every_scale(seed):
    x = floats(seed, 3, 17, std=10.0 ** (seed % 5 - 1), mean=100.0 * (seed % 3))
    t = torch.tensor(x, dtype=torch.float32)
    case = Case("softmax", (x,))
    for got in (
        torch.softmax(t, -1),
        torch.exp(torch.log_softmax(t, -1)),
        torch.exp(t - torch.logsumexp(t, -1, keepdim=True)),
    ):
        assert right(case, SOFTMAX, got)


@pytest.mark.parametrize("seed", range(20))
def test_a_temperature_that_is_off_by_one_part_in_a_thousand_is_wrong(seed):
    x = floats(seed, 3, 9)
    t = torch.tensor(x, dtype=torch.float32)
    assert not right(Case("softmax", (x,)), SOFTMAX, torch.softmax(t / 1.001, -1))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("offset", [0.0, 1e2, 1e4])
def test_layer_norm_is_right_in_two_passes_and_wrong_by_moments_far_from_zero(seed, offset):
    x = floats(seed, 4, 12, mean=offset)
    t = torch.tensor(x, dtype=torch.float32)
    case = Case("norm", (x,))
    assert right(case, NORM, torch.nn.functional.layer_norm(t, (12,)))
    by_moments = (t * t).mean(-1, keepdim=True) - t.mean(-1, keepdim=True) ** 2
    cancelled = (t - t.mean(-1, keepdim=True)) / torch.sqrt(by_moments + 1e-5)
    if offset == 1e4:
        assert not right(case, NORM, cancelled)


def test_what_is_masked_does_not_widen_the_bound():
    x = floats(3, 2, 6)
    x[:, 0] = 1e4
    hidden = np.zeros(x.shape, bool)
    hidden[:, 0] = True
    first = module("import numpy as np\ndef rest(x):\n    return x[:, 1:] * 1.0\n")
    wide = expect(Case("rest", (x,), names=("x",)), first, u=UNITS["float32"], seed=0)
    narrow = expect(
        Case("rest", (x,), names=("x",), masked={"x": hidden}), first, u=UNITS["float32"], seed=0
    )
    assert wide.bounds[0] == pytest.approx(8 * 2**-24 * 1e4)
    assert narrow.bounds[0] < 1e-5


def test_a_case_that_a_breath_tips_over_is_not_well_posed():
    near = np.array([[1.0, 1.0 + 2.0**-23]])
    apart = np.array([[1.0, 1.5]])
    u = UNITS["float32"]
    assert is_well_posed(Case("top", (apart,)), TOP, u=u, seed=0)
    assert not is_well_posed(Case("top", (near,)), TOP, u=u, seed=0)
    assert is_well_posed(Case("top", (near,), exact=True), TOP, u=u, seed=0)


def test_the_largest_angles_are_judged_by_what_float32_can_hold():
    turn = module("""
import numpy as np
def turn(positions, *, base=10000.0):
    return np.cos(positions[:, None] * base ** (-np.arange(0, 8, 2) / 8))
""")
    positions = np.array([99_991, 12_345])
    inverse = 10000.0 ** (-torch.arange(0, 8, 2, dtype=torch.float32) / 8)
    in_float32 = torch.cos(torch.tensor(positions)[:, None] * inverse)
    in_half = torch.cos(torch.tensor(positions)[:, None] * inverse.half().float())
    case = Case("turn", (positions,))
    assert right(case, turn, in_float32)
    assert not right(case, turn, in_half)


def test_numpy_warns_nobody_about_a_wrong_answer() -> None:
    """`mean` of nothing warns through `warnings`, dividing by zero through the error state."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        answer = ask(Case("f", (np.zeros((0, 2)),)), SimpleNamespace(f=lambda x: x.mean() / 0.0))
    assert np.isnan(answer.value)
    assert caught == []
