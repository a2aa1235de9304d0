"""Chains of calls, meters and the limit of memory that one child is given."""

import numpy as np
import pytest
from walls import LIMITS, array, assert_works, source, value

from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Outcome
from tfmdrill.runner import Chain, Died, Link, Metered, Raised, RemoteArray, Returned, Wall

MIB = 2**20
STORE = """
class Store:
    def __init__(self, first):
        self.held = [first]
    def add(self, x):
        self.held.append(x)
        return self.held

def total(xs, *, times=1):
    return times * sum(xs)

def fail(x):
    raise ValueError(x)
"""


@pytest.fixture(scope="module")
def numpy_wall():
    with Wall(Framework.NUMPY, limits=LIMITS) as wall:
        yield wall


@pytest.fixture(scope="module")
def torch_wall():
    with Wall(Framework.TORCH, limits=LIMITS) as wall:
        yield wall


def run(wall, code, chain, **options):
    with wall.submit(source(code), **options) as child:
        value(child.load())
        return child.chain(chain, cpu_s=10)


def test_results_feed_later_calls(numpy_wall):
    links = (
        Link("Store", (0,), {}),  # result 3
        Link("add", (1,), {}, target=3),  # result 4
        Link("total", (4,), {"times": 2}),  # result 5
    )
    assert value(run(numpy_wall, STORE, Chain((4, 5, 10), links, (5, 4)))) == (90, [4, 5])


def test_an_exception_ends_a_chain_and_not_the_child(numpy_wall):
    links = (Link("fail", (0,), {}), Link("total", (1,), {}))
    with numpy_wall.submit(source(STORE)) as child:
        value(child.load())
        reply = child.chain(Chain(("no", [1, 2]), links, (3,)))
        assert isinstance(reply, Raised)
        assert (reply.info.type, reply.info.message) == ("ValueError", "no")
        assert value(child.chain(Chain(([1, 2],), (Link("total", (0,), {}),), (1,)))) == (3,)
    unknown = run(numpy_wall, STORE, Chain((), (Link("missing", (), {}),), (0,)))
    assert isinstance(unknown, Raised)


def test_a_result_that_nothing_uses_takes_no_memory(numpy_wall):
    code = "import numpy as np\ndef fill(x):\n    return np.ones(4 * 2**20)\n"
    links = tuple(Link("fill", (0,), {}) for _ in range(8))  # 32 MiB each
    chain = Chain((0,), (*links, Link("len", (1,), {})), (9,))
    code += "def len(x):\n    return 1\n"
    kept = Chain((0,), links, tuple(range(1, 9)))
    assert value(run(numpy_wall, code, chain, memory_bytes=128 * MIB)) == (1,)
    reply = run(numpy_wall, code, kept, memory_bytes=128 * MIB)
    assert isinstance(reply, Raised)
    assert reply.info.type == "MemoryError"


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_a_child_can_be_given_less_memory(framework, numpy_wall, torch_wall):
    wall = {"numpy": numpy_wall, "torch": torch_wall}[framework]
    code = f"import {framework}\ndef f(n):\n    return {framework}.ones(n * 2**18)[:2] * 4\n"
    chain = Chain((100,), (Link("f", (0,), {}),), (1,))  # 100 MiB in float32, 200 in float64
    assert isinstance(run(wall, code, chain, memory_bytes=300 * MIB), Returned)
    reply = run(wall, code, chain, memory_bytes=80 * MIB)
    assert isinstance(reply, Raised)
    assert reply.info.type == "MemoryError"
    assert isinstance(run(wall, code, chain), Returned)  # the next child has the usual room
    assert_works(wall)


def test_forged_answers_to_a_chain_are_a_broken_protocol(numpy_wall):
    # the reply to a chain is a tuple of as many results as were asked for
    code = """
import sys
def f(x):
    chains = sys.modules[[name for name in sys.modules if name.endswith("chains")][0]]
    chains.run = lambda *a: [1, 2, 3]
    return x
"""
    with numpy_wall.submit(source(code)) as child:
        value(child.load())
        chain = Chain((1,), (Link("f", (0,), {}),), (1,))
        assert value(child.chain(chain)) == (1,)
        reply = child.chain(chain)
    assert isinstance(reply, Died)
    assert reply.outcome is Outcome.BROKEN_PROTOCOL


def test_torch_s_meter_counts_products_and_live_bytes(torch_wall):
    code = """
import torch
def f(q):
    s = q @ q.T
    return torch.softmax(s, -1) @ q
"""
    q = np.ones((512, 16), dtype=np.float32)
    chain = Chain((q,), (Link("f", (0,), {}),), (1,))
    with torch_wall.submit(source(code), metered=True) as child:
        value(child.load())
        metered = value(child.meter(chain, cpu_s=20))
    assert isinstance(metered, Metered)
    assert metered.flops == 2 * 2 * 512 * 512 * 16
    assert metered.largest == (512, 512)
    # the scores and the weights live at once, and little else
    assert 2 * 512 * 512 * 4 <= metered.peak_bytes < 3 * 512 * 512 * 4


def test_memory_that_is_given_back_is_not_counted_twice(torch_wall):
    code = """
import torch
def f(q):
    for _ in range(10):
        s = q @ q.T
        del s
    return q
"""
    q = np.ones((256, 16), dtype=np.float32)
    with torch_wall.submit(source(code), metered=True) as child:
        value(child.load())
        metered = value(child.meter(Chain((q,), (Link("f", (0,), {}),), (1,)), cpu_s=20))
    assert 256 * 256 * 4 <= metered.peak_bytes < 2 * 256 * 256 * 4


def test_numpy_s_meter_gives_the_peak(numpy_wall):
    code = "import numpy as np\ndef f(n):\n    return np.ones((n, n)).sum()\n"
    with numpy_wall.submit(source(code), metered=True) as child:
        value(child.load())
        metered = value(child.meter(Chain((500,), (Link("f", (0,), {}),), (1,))))
    assert metered.flops == 0
    assert 500 * 500 * 8 <= metered.peak_bytes < 501 * 501 * 8 + 100_000


def test_what_running_a_file_took_is_told(numpy_wall):
    with numpy_wall.submit(source("import sqlite3, decimal\n")) as child:
        value(child.load())
        assert child.loaded_bytes() > 2**20


def test_arrays_of_a_chain_come_back_as_of_a_call(torch_wall):
    reply = run(
        torch_wall, "def f(x):\n    return x * 2\n",
        Chain((np.array([1.5], dtype=np.float32),), (Link("f", (0,), {}),), (1,)),
    )  # fmt: skip
    (got,) = value(reply)
    assert isinstance(got, RemoteArray)
    assert array(Returned(got)).values.tolist() == [3.0]
