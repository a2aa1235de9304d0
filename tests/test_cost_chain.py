"""Cases recorded as chains; the chains that must come out are written by hand."""

import numpy as np
import pytest

from tfmdrill.errors import ProblemError
from tfmdrill.grading.cost_chain import record
from tfmdrill.model.case import Case
from tfmdrill.runner import Arg, Link


def test_a_plain_call_is_a_chain_of_one_link():
    chain = record(Case("rotate", (np.array([1.5, 2.0]), "left"), {"base": 3}))
    assert chain.links == (Link("rotate", (0, 1), {"base": 2}),)
    assert chain.answers == (3,)
    assert chain.values[0].dtype == np.float32
    assert chain.values[0].tolist() == [1.5, 2.0]
    assert chain.values[1:] == ("left", 3)


def test_results_are_passed_on_and_their_methods_called():
    def script(subject, x, weights):
        store = subject.Store(weights)
        first = store.add(x)
        second = subject.step(x, store, weights, last=first)
        return [second, first]

    x, weights = np.zeros(2), {"w": np.ones(3)}
    chain = record(Case("step", (x, weights), script=script))
    # values: 0 weights, 1 x; results: 2 the store, 3 first, 4 second
    assert chain.links == (
        Link("Store", (0,), {}),
        Link("add", (1,), {}, target=2),
        Link("step", (1, 2, 0), {"last": 3}),
    )
    assert chain.answers == (4, 3)
    assert len(chain.values) == 2  # an argument that is used again is sent once
    assert chain.values[0]["w"].dtype == np.float32


def test_floats_are_cast_and_integers_are_not():
    chain = record(Case("f", (np.array([0.5]), np.array([2]))), "bfloat16")
    assert isinstance(chain.values[0], Arg)
    assert chain.values[0].dtype == "bfloat16"
    assert chain.values[1].dtype == np.int64


@pytest.mark.parametrize(
    "look",
    [
        lambda result: result + 1,
        lambda result: result[0],
        lambda result: [part for part in result],  # noqa: C416  # iterating is the point
        lambda result: 7,
    ],
)
def test_a_script_may_not_look_into_what_it_is_given(look):
    case = Case("f", (), title="Too curious", script=lambda subject: look(subject.f()))
    with pytest.raises(ProblemError, match=r"'Too curious' can't be recorded: .*not compute with"):
        record(case)
