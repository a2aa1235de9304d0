"""Files that turn on the recorder: each ends as it should, and only its own listing suffers.

After each the next file is judged as ever, by the same living grader.
"""

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from screens import shown

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.config import MIB, Limits
from tfmdrill.grading import Grader
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Outcome
from tfmdrill.model.shapes import ShapesReport
from tfmdrill.model.source import Source
from tfmdrill.practice.grade import Submitted
from tfmdrill.render.document import shapes_json
from tfmdrill.render.shapes import print_shapes
from tfmdrill.shapes import check_shapes

Check = Callable[[str], ShapesReport]
LIMITS = Limits(call_cpu_s=0.6, load_cpu_s=2.0, call_wall_s=3.0, memory_bytes=256 * MIB)
STEERING = frozenset(map(chr, (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F),
                               *range(0x2066, 0x206A))))  # fmt: skip
GOOD = """
def attention(q, k, v):
    scores = q @ k.swapaxes(-1, -2)  # (n, m)
    return scores @ v  # (n, d_v)
"""


@pytest.fixture(scope="module")
def living() -> Iterator[Grader]:
    with Grader(limits=LIMITS) as grader:
        yield grader


@pytest.fixture
def check(living: Grader) -> Iterator[Check]:
    problem = find_problem("attention", active_packs())

    def checked(code: str) -> ShapesReport:
        source = Source("a.py", f"import numpy as np\n{textwrap.dedent(code)}".encode())
        item = Submitted(Path("a.py"), source, problem, Framework.NUMPY)
        report = check_shapes(item, living)
        for plain in (False, True):
            screen = shown(print_shapes, report, plain=plain)
            assert not STEERING & set(screen.replace("\t", " ").replace("\n", " ")), screen
        assert shapes_json(report).isascii()
        return report

    yield checked
    after = checked(GOOD)
    assert (after.outcome, after.right, after.wrong) == (Outcome.PASSED, 2, 0)


def test_a_trace_function_changes_nothing(check: Check) -> None:
    report = check("import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(None)\n" + GOOD)
    assert report.right == 2
    raising = check("import sys\nsys.settrace(lambda *a: 1 / 0)\n" + GOOD)
    assert (raising.outcome, raising.says) == (Outcome.ERROR, "ZeroDivisionError: division by zero")


@pytest.mark.parametrize(
    "before",
    [
        "import builtins\nbuiltins.__tfmdrill_note__ = lambda *a: 1 / 0",
        "import builtins\ndel builtins.__tfmdrill_note__",
        "import builtins\nbuiltins.__tfmdrill_note__ = None",
        "__tfmdrill_note__ = 3",
        "import sys\nsys.modules.clear()",
        "import sys\nsys._getframe = None",
        "import builtins\nbuiltins.isinstance = builtins.type = builtins.len = None",
        "import signal\nsignal.setitimer = signal.signal = None",
    ],
)
def test_what_is_patched_is_the_file_s_own_loss(check: Check, before: str) -> None:
    report = check(before + GOOD)
    assert report.outcome in (Outcome.PASSED, Outcome.ERROR, Outcome.BROKEN_PROTOCOL)


def test_a_recorder_that_is_found_tells_what_it_likes_of_its_own_listing(check: Check) -> None:
    for forged in (
        "r._values.clear()",
        "r._places = [r]",
        "r.recorded = lambda: {'places': [(1, 1, 'assigned', 'x', 0, True, False, 3)]}",
        "r.recorded = lambda: {'places': [], 'snapshots': [3]}",
        "r.recorded = lambda: ['x'] * 10**6",
        "r.recorded = lambda: 1 / 0",
        "r.recorded = lambda: {'places': [(-5, 10**9, 'assigned', '\\x1b[2J\\u202e', 0, True, "
        "False, [((('array', '\\x1b[31m', (2, 10**18))), 0)])], 'snapshots': [()]}",
    ):
        report = check(
            "import builtins\nr = builtins.__tfmdrill_note__.__self__\n"
            f"try:\n    {forged}\nexcept Exception:\n    pass\n{GOOD}"
        )
        assert report.outcome in (Outcome.PASSED, Outcome.ERROR, Outcome.BROKEN_PROTOCOL)


def test_a_loop_without_end_is_stopped_and_shows_where(check: Check) -> None:
    report = check("""
        def attention(q, k, v):
            scores = q @ k.swapaxes(-1, -2)  # (n, m)
            while True:
                scores = scores * 2
    """)
    assert report.outcome is Outcome.TIMEOUT
    assert report.right == 1
    assert report.exception is not None
    assert report.exception.frames[-1].function == "attention"


@pytest.mark.parametrize(
    "loop",
    ["while True: pass", "while True:\n        try:\n            while True: pass\n"
     "        except BaseException: pass", "import time; time.sleep(60)"],
)  # fmt: skip
def test_a_loop_that_can_t_be_stopped_is_ended(check: Check, loop: str) -> None:
    report = check(f"def attention(q, k, v):\n    x = q * 2  # (n, d_k)\n    {loop}\n")
    assert report.outcome is Outcome.TIMEOUT


def test_a_million_turns_take_little(check: Check) -> None:
    report = check("""
        def attention(q, k, v):
            x = 0
            for i in range(1_000_000):
                x = i
            return q
    """)
    assert report.outcome in (Outcome.PASSED, Outcome.TIMEOUT)  # 0.45 s on a slow machine
    (line,) = [line for line in report.lines if "x = i" in line.source]
    (held,) = line.held
    assert held.more
    assert len(held.values) <= 6


def test_a_thousand_shapes_in_each_of_a_thousand_lines_are_bounded(check: Check) -> None:
    lines = "\n".join(f"        x{i} = y" for i in range(1_000))
    report = check(f"""
def attention(q, k, v):
    for n in range(20):
        y = np.ones(n)
{lines}
    return q
""")
    assert report.outcome is Outcome.PASSED
    assert sum(len(held.values) for line in report.lines for held in line.held) <= 2_000


@pytest.mark.parametrize(
    "lines",
    [
        "x" * 50_000 + " = q * 2",
        "пример = q * 2  # (н, м)",
        "x = '\x1b[2J'; y = q * 2  # \x1b[31m(n, d_k)\x1b[0m \u202e(k_d, n)",
        "s = '\\x1b]0;t\\x07' * 3; t = '\\u202e'",
        "class E:\n        def __repr__(self): raise SystemExit\n    e = E()",
        "x = q * 2  # (" + "(" * 300 + "n" + ")" * 300 + ")",
        "x = q * 2  # (n, " + "-" * 300 + "d_k)",
        "x = q * 2  # (n, 9**9**9**9)",
        "x = q * 2  # (n, " + "9" * 300 + ")",
        "x = [q]; x.append(x); y = (x, x)",
        "x = 10**5000",
        "x = [q] * 100_000",
        "globals().update({'a' * 10**6: 1}); x = q * 2",
    ],
)
def test_hostile_names_and_texts_are_inert(check: Check, lines: str) -> None:
    report = check(f"def attention(q, k, v):\n    {lines}\n    return q\n")
    assert report.outcome is Outcome.PASSED, report.says


@pytest.mark.parametrize(
    "shape",
    ["1 / 0", "exit()", "[10**400]", "['n', None]", "iter(int, 1)", "(-1, 2)", "(2,) * 99",
     "type('T', (tuple,), {'__iter__': lambda s: iter('ab')})()"],
)  # fmt: skip
def test_arrays_that_lie_about_their_shape_are_left_out(check: Check, shape: str) -> None:
    report = check(f"""
        class Liar(np.ndarray):
            @property
            def shape(self):
                return {shape}
            @property
            def dtype(self):
                raise KeyboardInterrupt
        def attention(q, k, v):
            x = q.view(Liar)
            y = q * 2  # (n, d_k)
            return q
    """)
    assert report.outcome is Outcome.PASSED, report.says
    assert report.right == 1


def test_prints_are_shown_and_bounded(check: Check) -> None:
    report = check("def attention(q, k, v):\n    print('\\x1b[2J' + 'here')\n    return q\n")
    assert "here" in report.prints
    flood = check("def attention(q, k, v):\n    while True: print('x' * 10_000)\n")
    assert flood.outcome is Outcome.OUTPUT_FLOOD
    assert len(flood.prints) < 10_000


def test_who_ends_the_process_loses_the_listing_only(check: Check) -> None:
    report = check(
        "import os\ndef attention(q, k, v):\n    x = q * 2  # (n, d_k)\n    os._exit(0)\n"
    )
    assert report.outcome is Outcome.ERROR
    assert "exit code 0" in report.says
    assert all(not line.held for line in report.lines)


def test_memory_without_end_is_a_limit(check: Check) -> None:
    report = check("def attention(q, k, v):\n    x = np.ones(10**10)\n    return q\n")
    assert report.exception is not None
    assert report.exception.type == "MemoryError"
