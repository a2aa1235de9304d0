"""Whatever a file does, it gets the outcome that it earned, and the next file is graded right."""

import math
from collections.abc import Callable

import pytest

from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Outcome, Report
from tfmdrill.model.source import Source, Unreadable

RIGHT = """
import numpy as np
def attention(q, k, v):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v
"""

Grade = Callable[[str], Report]


@pytest.fixture
def grade(grader: Grader, problem: Callable[[str], Problem]) -> Grade:
    def run(code: str, **changes: object) -> Report:
        source = Source("mine.py", code.encode(), **changes)
        request = GradeRequest(problem("attention"), source, Framework.NUMPY, seed=4)
        report = grader.grade(request)
        assert grader.grade(_right(request)).score == 1.0
        return report

    return run


def _right(request: GradeRequest) -> GradeRequest:
    return GradeRequest(request.problem, Source("r.py", RIGHT.encode()), Framework.NUMPY, seed=4)


@pytest.mark.parametrize(
    ("code", "outcome", "said"),
    [
        ("def attention(q, k, v:\n", Outcome.ERROR, "SyntaxError"),
        ("import no_such_module\n", Outcome.ERROR, "pip install no_such_module"),
        ("def attend(q, k, v): return v\n", Outcome.ERROR, "no callable named attention"),
        ("attention = 3\n", Outcome.ERROR, "no callable named attention"),
        ("def attention(q): return q\n", Outcome.ERROR, "TypeError"),
        ("def attention(q, k, v): return 1 / 0\n", Outcome.ERROR, "ZeroDivisionError"),
        ("import sys\ndef attention(q, k, v): sys.exit(0)\n", Outcome.ERROR, "SystemExit"),
        ("import os\ndef attention(q, k, v): os._exit(0)\n", Outcome.ERROR, "exit code 0"),
        ("import os; os._exit(0)\n", Outcome.ERROR, "exit code 0"),
        (
            "import numpy as np\ndef attention(q, k, v): return np.ones(10**11)\n",
            Outcome.MEMORY,
            "MemoryError",
        ),
        ("def attention(q, k, v):\n    while True: pass\n", Outcome.TIMEOUT, "CPU"),
        ("def attention(q, k, v):\n    while True: print('x' * 4096)\n", Outcome.OUTPUT_FLOOD, ""),
        ("def attention(q, k, v): yield q\n", Outcome.WRONG, "generator"),
        ("def attention(q, k, v): return (q, k)\n", Outcome.WRONG, "tuple"),
        ("def attention(q, k, v): return None\n", Outcome.WRONG, "None"),
        ("def attention(q, k, v): return v * float('nan')\n", Outcome.WRONG, ""),
        (
            RIGHT + "import os\nos.write(4, b'nonsense' * 100)\n",
            Outcome.BROKEN_PROTOCOL,
            "",
        ),
    ],
)
def test_a_file_that_misbehaves_gets_its_own_outcome_and_no_mark(grade, code, outcome, said):
    report = grade(code)
    assert report.outcome is outcome
    assert report.score == 0.0
    assert any(said in c.message for c in report.checks)


def test_a_class_whose_instances_equal_everything_convinces_nobody(grade):
    report = grade(
        RIGHT.replace("def attention", "def _right") + "class Liar(np.ndarray):\n"
        "    def __eq__(self, other): return np.bool_(True)\n"
        "    __lt__ = __le__ = __sub__ = __eq__\n"
        "np.allclose = np.array_equal = lambda *a, **k: True\n"
        "def attention(q, k, v):\n"
        "    return np.zeros(_right(q, k, v).shape, q.dtype).view(Liar)\n"
    )
    assert (report.outcome, report.score) == (Outcome.WRONG, 0.0)


def test_an_edge_case_that_ends_the_process_costs_that_case_alone(grade):
    report = grade(
        RIGHT.replace(
            "    scores = q",
            "    if abs(q @ np.swapaxes(k, -1, -2)).max(initial=0) > 900: exit()\n    scores = q",
        )
    )
    kinds = {c.kind for c in report.checks if c.outcome is not Outcome.PASSED}
    assert report.outcome is Outcome.ERROR
    assert kinds == {"edge"}
    assert 0.5 < report.score < 1.0


def test_an_end_is_not_named_as_a_mistake_of_values_or_arguments(grader, problem):
    source = Source(
        "mine.py", b"import os\ndef softmax(x, dim=-1, *, temperature=1): os._exit(1)\n"
    )
    report = grader.grade(GradeRequest(problem("softmax"), source, Framework.NUMPY, seed=4))
    assert report.diagnoses == ()


def test_what_is_not_asked_once_the_children_are_used_up_counts_as_lost(grade):
    report = grade("def attention(q, k, v):\n    import os; os._exit(1)\n")
    lost = [c for c in report.checks if "not asked" in c.message]
    assert lost
    assert {c.outcome for c in lost} == {Outcome.ERROR}
    assert report.score == 0.0


@pytest.mark.parametrize("ending", ["__import__('os')._exit(0)", "__import__('os').abort()"])
def test_to_end_the_process_earns_no_more_than_a_wrong_answer(grade, ending):
    """On all but the cases that it can do: one case of every mode is drawn with q of 2 axes."""
    known = "    if q.ndim != 3:\n        %s\n    scores = q"
    wrong = grade(RIGHT.replace("    scores = q", known % "return v[..., :1, :]"))
    ended = grade(RIGHT.replace("    scores = q", known % ending))
    assert 0.0 < ended.score <= wrong.score < 1.0


def test_prints_are_shown_and_cost_nothing(grade):
    report = grade("print('hello \\x1b[31m')\n" + RIGHT)
    assert report.outcome is Outcome.PASSED
    assert "hello" in report.prints
    assert "\x1b" not in report.prints


def test_a_file_that_cannot_be_read_is_an_error_with_the_reason(grade):
    report = grade("", unreadable=Unreadable("mine.py is empty"))
    assert (report.outcome, report.score) == (Outcome.ERROR, 0.0)
    assert report.checks[0].message == "mine.py is empty"


def test_an_exception_shows_the_users_line_and_the_shapes_on_it(grade):
    report = grade(
        "def attention(q, k, v):\n    half = q[..., :1]\n    raise ValueError('no idea')\n"
    )
    failure = next(c.where for c in report.checks if c.where)
    frame = failure.exception.frames[-1]
    assert (frame.place, frame.source) == ("line 3", "raise ValueError('no idea')")
    held = dict(frame.locals)
    assert held["half"].startswith("float32 (")
    assert held["half"].endswith(", 1)")


def test_the_failing_input_is_as_small_as_it_gets(grade):
    report = grade(RIGHT.replace(" / np.sqrt(q.shape[-1]).astype(q.dtype)", ""))
    failure = next(c.where for c in report.checks if c.where)
    assert [d.bug for d in report.diagnoses] == ["scale-missing"]
    sizes = [math.prod(eval(a.summary.split(maxsplit=1)[1])) for a in failure.arguments]
    assert max(sizes) <= 4  # d_k of 2 is what the scale needs, and 2 keys to choose from


def test_two_mistakes_in_one_file_are_named_together(grade):
    report = grade(
        RIGHT.replace(" / np.sqrt(q.shape[-1]).astype(q.dtype)", "")
        .replace(
            "weights / weights.sum(-1, keepdims=True)", "weights / weights.sum(-2, keepdims=True)"
        )
        .replace("scores.max(-1", "scores.max(-2")
    )
    assert [set(d.bug.split(" + ")) for d in report.diagnoses] == [
        {"scale-missing", "softmax-over-queries"}
    ]


def test_an_unlisted_mistake_is_not_given_a_name_but_a_factor_is_found(grade):
    report = grade(RIGHT.replace("keepdims=True) @ v", "keepdims=True) @ (3 * v)"))
    assert report.outcome is Outcome.WRONG
    assert report.diagnoses == ()
    assert any("times 3" in f.says for f in report.findings)


def test_the_same_seed_gives_the_same_report(grade):
    wrong = RIGHT.replace(" / np.sqrt(q.shape[-1]).astype(q.dtype)", "")
    first, second = grade(wrong), grade(wrong)
    assert first.checks == second.checks
    assert first.diagnoses == second.diagnoses


@pytest.mark.parametrize(
    "code",
    [
        "import torch\nfrom torch.nn import functional as G\ndef attention(q, k, v):\n"
        "    return G.scaled_dot_product_attention(q, k, v)\n",
        "import torch\nname = 'scaled_dot_' + 'product_attention'\ndef attention(q, k, v):\n"
        "    return getattr(torch.nn.functional, name)(q, k, v)\n",
    ],
)
def test_a_forbidden_call_is_told_apart_from_a_wrong_answer(grader, problem, code):
    source = Source("mine.py", code.encode())
    report = grader.grade(GradeRequest(problem("attention"), source, Framework.TORCH, seed=1))
    assert (report.outcome, report.score) == (Outcome.FORBIDDEN, 0.0)
    assert "line 4" in report.checks[0].message


def test_a_forbidden_call_that_no_run_reaches_is_a_remark(grader, problem):
    code = (
        "import torch\nimport torch.nn.functional as F\ndef attention(q, k, v):\n"
        "    if q.numel() > 10**9: return F.scaled_dot_product_attention(q, k, v)\n"
        "    return torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1) @ v\n"
    )
    source = Source("mine.py", code.encode())
    report = grader.grade(GradeRequest(problem("attention"), source, Framework.TORCH, seed=1))
    assert report.outcome is Outcome.PASSED
    assert any("line 4" in r and "scaled_dot_product_attention" in r for r in report.remarks)
