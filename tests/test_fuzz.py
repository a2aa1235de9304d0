"""Malformed messages: whatever a child sends, grading ends in an outcome, and in bounded memory.

The frames are a real child's, recorded, then damaged byte by byte or token by token; or made of
the wire's own grammar by hypothesis. They go to the code that reads a child's pipe, and what that
makes of them goes on to the comparison and the report. No child runs: the pipe's other end is
this test's.
"""

import os
import random
import re
import threading
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tfmdrill.config import Limits
from tfmdrill.grading.building import build_plan
from tfmdrill.grading.candidate import Candidate
from tfmdrill.grading.failing import failure_of
from tfmdrill.grading.judging import run_steps
from tfmdrill.grading.plan import Plan
from tfmdrill.grading.session import Session
from tfmdrill.grading.suspects import Suspects
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Isolation, Outcome, Tier
from tfmdrill.model.source import Source
from tfmdrill.runner import Arg, Died, Submission, Wall
from tfmdrill.runner.channel import Channel, CpuClock, Deadline, Ended
from tfmdrill.runner.inside import wire

LIMITS = Limits(call_wall_s=0.01)  # a frame without its end is waited for no longer
PIPE_BYTES = 60_000  # fits into the smallest pipe of a user who has many
SOURCE = Source("fuzz.py", b"def attention(q, k, v):\n    return q\n")
PROGRAM = """
import numpy as np
class Cache:
    pass
def attention(q, k, v, *more):
    return q
def values(step, x):
    step(x, name=[x])
    return {"a": [1, 2.5, None, True], (1, "b"): (x, b"bytes", "text" * 99), 7: {2**70, "c"}}
def many():
    odd = Cache(), (i for i in ()), float("nan"), np.float16(2), ["e\\u0301"]
    return list(range(20)), [0.5] * 20, odd
def bad(x):
    raise ValueError("no") from KeyError("why")
"""
TOKENS = (
    b"null",
    b"true",
    b"-1",
    b"0",
    b"1e999",
    b"NaN",
    b"-0.0",
    b"9" * 30,
    b"0.5",
    b'""',
    b'"x"',
    b"[]",
    b"{}",
    b"[[",
    b"]]",
    b'{"tuple":[]}',
    b'{"packed":["q",9999999]}',
    b'{"packed":["d",0]}',
    b'{"int":"0x' + b"f" * 5_000 + b'"}',
    b'{"int":"-0x1"}',
    b'{"text":3}',
    b'{"bytes":1}',
    b'{"float":"nan"}',
    b'{"held":[1,"T"]}',
    b'{"held":[-1,"T"]}',
    b'{"callback":[0,"f"]}',
    b'{"opaque":["\\u001b","\\u202e"]}',
    b'{"array":["float32",[1,1],"numpy",false,"contiguous",0]}',
    b'{"set":[1,1]}',
    b'{"dict":[1,2]}',
    b'{"array":["bool",[3],"torch",true,"",0]}',
    b'{"array":["bfloat16",[0,67108864],"torch",false,"",0]}',
    b'"returned"',
    b'"raised"',
    b'"callback"',
    b'"ready"',
    b'"fault"',
    b'"answer"',
    b'"\\ud800"',
)
TOKEN = re.compile(rb'"[^"]*"|[\[\]{}]|-?\d+|[a-z]+')


@pytest.fixture(scope="module")
def traffic() -> list[tuple[bytes, bytes]]:
    """(header, payload) of each frame that a real child sent, and of two that torch ones send."""
    frames: list[bytes] = []
    x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    with pytest.MonkeyPatch.context() as patch:
        read = Channel._read

        def recorded(self: Channel, count: int, deadline: Deadline) -> bytearray:
            data = read(self, count, deadline)
            frames.append(bytes(data))
            return data

        patch.setattr(Channel, "_read", recorded)
        with Wall(Framework.NUMPY) as wall, wall.submit(Source("a.py", PROGRAM.encode())) as child:
            child.load()
            child.call("attention", (x, x, Arg(x, "float16")))
            child.call("values", (lambda *a, **k: 1, x))
            child.call("many")
            child.call("bad", (x,))
            child.call("nothing")
            kept = ({"x": x, "ids": [1, 2]},)
            list(child.exchanges([child.on_kept("nothing", [(kept, {})], cpu_s=2.0, fetch=True)]))
            child.call("")
    array = wire.Array("float32", (2, 3), x.tobytes(), "torch")
    half = wire.Array("bfloat16", (2, 3), x.tobytes()[:12], "torch")
    for value in ({"value": half, "grads": {"q": array, "k": None}}, [("softmax", 2)]):
        packed = wire.pack(wire.Message("returned", 1, value), caps())
        head = bytes(packed[0])
        frames += [head[:16], head[16:], b"".join(map(bytes, packed[1:]))]
    return list(zip(frames[1::3], frames[2::3], strict=True))


@pytest.fixture(scope="module")
def plan(problem: Callable[[str], Problem]) -> Plan:
    return build_plan(problem("attention"), Framework.TORCH, 3).plan


def caps() -> wire.Caps:
    return wire.Caps(
        LIMITS.header_bytes, LIMITS.payload_bytes, LIMITS.value_nodes, LIMITS.value_depth
    )


def child_that_says(answers: Iterator[bytes]) -> Submission:
    """A submission whose child answers each request with the next of these bytes, then ends."""
    channel = Channel(LIMITS)
    commands, results, output = channel.theirs
    os.close(commands)
    os.close(output)
    for fd in channel.theirs:
        channel._fds.remove(fd)
    left = [results]

    def say(*_: object) -> None:
        data = next(answers, None)
        if data is not None and left:
            os.write(left[0], data[:PIPE_BYTES])
        elif left:
            os.close(left.pop())

    def close() -> None:
        Channel.close(channel)
        if left:
            os.close(left.pop())

    channel.send = say  # type: ignore[method-assign]
    channel.close = close  # type: ignore[method-assign]
    zygote = SimpleNamespace(lazy_torch=False, end=lambda pid: None, reap=lambda pid: 256)
    child = Submission(zygote, channel, os.getpid(), LIMITS, lambda child: None)  # type: ignore[arg-type]
    child.source = SOURCE
    child._process._reaped = True  # there is no process to kill
    return child


def judged(plan: Plan, problem: Problem, which: int, answers: Sequence[bytes]) -> Outcome:
    """What grading makes of a child that answers so, in one of its steps or when it is loaded."""
    child = child_that_says(iter(answers))
    wall = SimpleNamespace(submit=lambda source: child)
    limits = Limits(restarts=0)
    with Candidate(wall, SOURCE, problem, limits) as candidate:  # type: ignore[arg-type]
        steps = [step for check in plan.checks for step in check.steps]
        if which < 0:
            built = SimpleNamespace(plan=plan, drawer=None, stepper=None)
            suspects = Suspects(problem, 3)
            session = Session(built, suspects, candidate, SOURCE, Isolation(Tier.FULL, ()))  # type: ignore[arg-type]
            loaded = session._load()
            return loaded.outcome if loaded else Outcome.PASSED
        candidate._child = child
        candidate._restarts = 0
        if which >= len(steps):
            return candidate.forbidden_calls(steps[0], plan.problem.forbidden).outcome
        (verdict,) = run_steps(candidate, [steps[which]])
        if not verdict.right:
            failure_of(verdict)
        return verdict.outcome


def framed(header: bytes, payload: bytes, lie: int = 0) -> bytes:
    return wire.PREFIX.pack(b"tfd1", len(header) + lie, len(payload)) + header + payload


def damaged(frame: tuple[bytes, bytes], turn: int, rng: random.Random) -> bytes:
    """A frame with one to four things wrong; often still well enough framed to be read."""
    header, payload = (
        bytearray(re.sub(rb",\d+,", b",%d," % turn, frame[0], count=1)),
        bytearray(frame[1]),
    )
    for _ in range(rng.randint(1, 4)):
        part = header if rng.random() < 0.8 or not payload else payload
        at = rng.randrange(len(part) + 1)
        match rng.randrange(7):
            case 0:
                part[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del part[at : at + rng.choice((1, 1, 4, 40))]
            case 2:
                part[at:at] = part[at : at + rng.choice((1, 4, 40))] * rng.choice((1, 2, 500))
            case 3:
                part[at:at] = rng.randbytes(rng.choice((1, 8)))
            case _:
                found = list(TOKEN.finditer(bytes(header)))
                if found:
                    token = rng.choice(found)
                    header[token.start() : token.end()] = rng.choice(TOKENS)
    data = framed(bytes(header), bytes(payload), rng.choice((0,) * 8 + (1, -1)) if header else 0)
    if rng.random() < 0.05:
        data = data[: rng.randrange(len(data))]
    if rng.random() < 0.05:
        data = bytes([rng.randrange(256)]) + data[1:]
    return data


def fuzz(traffic: list[tuple[bytes, bytes]], plan: Plan, seeds: range) -> set[Outcome]:
    """The outcomes met; whatever is raised comes out."""
    seen = set()
    n_steps = sum(len(check.steps) for check in plan.checks)
    tracemalloc.start()
    try:
        for seed in seeds:
            rng = random.Random(seed)
            which = rng.randrange(-3, n_steps + 2)
            answers = [damaged(rng.choice(traffic), turn, rng) for turn in range(1, 8)]
            if rng.random() < 0.5:  # the first answers are well formed
                kept = rng.randrange(1, 7)
                answers[:kept] = [
                    framed(re.sub(rb",\d+,", b",%d," % turn, header, count=1), payload)
                    for turn, (header, payload) in enumerate(rng.choices(traffic, k=kept), 1)
                ]
            seen.add(judged(plan, plan.problem, which, answers))
        assert tracemalloc.get_traced_memory()[1] < 2 * LIMITS.payload_bytes
    finally:
        tracemalloc.stop()
    return seen


def test_damaged_traffic_ends_in_an_outcome(traffic: list[tuple[bytes, bytes]], plan: Plan) -> None:
    seen = fuzz(traffic, plan, range(500))
    assert {Outcome.WRONG, Outcome.ERROR, Outcome.BROKEN_PROTOCOL} <= seen


def test_a_child_that_only_asks_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions that lie ready in the pipe don't outlast the deadline, which is over at once."""
    monkeypatch.setattr("test_fuzz.LIMITS", Limits(call_wall_s=0.0))
    asked: list[int] = []
    request = b'{"dict":["number",0,"args",{"tuple":[1]},"kwargs",{"dict":[]}]}'
    child = child_that_says(iter([framed(b'["callback",1,' + request + b"]", b"") * 5]))
    with child:
        reply = child.call("f", (asked.append,))
    assert isinstance(reply, Died)
    assert (reply.outcome, asked) == (Outcome.TIMEOUT, [1])


@pytest.mark.slow
def test_much_damaged_traffic_ends_in_an_outcome(
    traffic: list[tuple[bytes, bytes]], plan: Plan
) -> None:
    assert Outcome.BROKEN_PROTOCOL in fuzz(traffic, plan, range(500, 20_500))


plain = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["float32", "bool", "bfloat16", "numpy", "torch", "q", "d", "nan", "0xff"])
)  # fmt: skip
TAGS = "tuple packed dict set frozenset bytes text int float array held callback opaque"
tags = st.sampled_from(TAGS.split())
trees: st.SearchStrategy[Any] = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(tags, inner, min_size=1, max_size=1)
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(
    op=st.sampled_from(["returned", "raised", "callback", "ready"]) | st.text(max_size=3),
    tree=trees,
    payload=st.binary(max_size=32),
    which=st.integers(-1, 80),
)
def test_any_tree_of_the_wire_s_grammar_ends_in_an_outcome(
    plan: Plan, op: str, tree: object, payload: bytes, which: int
) -> None:
    header = wire._TO_JSON.encode([op, 1, tree]).encode()
    judged(plan, plan.problem, which, [framed(header, payload)])


def array(dtype: str, count: int) -> bytes:
    return b'{"array":["%s",[%d],"numpy",false,"contiguous",0]}' % (dtype.encode(), count)


MOST = LIMITS.payload_bytes
HEADER = LIMITS.header_bytes - 100
LARGEST = {
    "array": (array("float32", MOST // 4 - 2000), MOST - 8000, 0),
    "bools": (array("bool", MOST - 8000), MOST - 8000, 7),
    "bfloat16": (array("bfloat16", MOST // 2 - 4000), MOST - 8000, 0),
    "bfloat16 that fits": (array("bfloat16", MOST // 3), MOST // 3 * 2, 0),
    "bytes": (b'{"bytes":%d}' % (MOST - 8000), MOST - 8000, 0),
    "text": (b'{"text":%d}' % (MOST - 8000), MOST - 8000, ord("x")),
    "wide text": (b'{"text":%d}' % (MOST // 5), MOST // 5, ord("x")),
    "numbers": (b'{"packed":["d",1900000]}', 8 * 1_900_000, 64),
    "all sorts": (
        b"[" + b",".join([b'{"packed":["q",500000]}', array("float64", 2**20)] * 4) + b"]",
        4 * 8 * (500_000 + 2**20),
        3,
    ),
    "empty sets": (b"[" + b'{"set":[]},' * (HEADER // 11) + b"0]", 0, 0),
    "empty lists": (b"[" + b"[]," * (HEADER // 3) + b"0]", 0, 0),
    "objects": (b"[" + b'{"":0},' * (HEADER // 7) + b"0]", 0, 0),
    "fractions": (b"[" + b"0.5," * (HEADER // 4) + b"0]", 0, 0),
    "a header beside a payload": (b"[" + b'{"set":[]},' * (HEADER // 11) + b"0]", MOST, 0),
}


@pytest.mark.parametrize("name", LARGEST)
def test_reading_a_frame_takes_at_most_twice_the_largest_payload(name: str) -> None:
    tree, payload_bytes, fill = LARGEST[name]
    payload = bytearray([fill]) * payload_bytes
    if name == "wide text":
        payload[-4:] = "\U0001f600".encode()
    data = framed(b'["returned",1,' + tree + b"]", payload)
    channel = Channel(LIMITS)
    results = channel.theirs[1]

    def write() -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(results, view) :]
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=write)
    writer.start()
    deadline = Deadline(CpuClock(os.getpid()), 1e6, 1e6, 1e6)
    tracemalloc.start()
    try:
        channel.receive(deadline)
    except (Ended, wire.WireError):
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        os.close(channel._results)  # a writer that still waits is told
        channel._fds.remove(channel._results)
        writer.join()
        channel.close()
    assert peak <= 2 * LIMITS.payload_bytes
