"""What a report says of mistakes that only look like known ones, or that hide behind others."""

from collections.abc import Callable

from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Outcome, Report
from tfmdrill.model.source import Source

CLAMPED = """
import numpy as np
def swiglu(x, w_gate, w_up, w_down):
    gate = np.clip(x @ w_gate, -20, 20)
    return (gate / (1 + np.exp(-gate)) * (x @ w_up)) @ w_down
"""
METHOD = """
import numpy as np
class KVCache:
    def __init__(self):
        self.k = self.v = None
    def append(self, k, v):
        self.k = k if self.k is None else np.concatenate([self.k, k], axis=2)
        self.v = v if self.v is None else np.concatenate([self.v, v], axis=2)
        return self.k, self.v
    def length(self):
        return 0 if self.k is None else self.k.shape[2]
def decode_step(x_t, params, cache, *, n_heads):
    raise NotImplementedError
"""
DROPOUT = """
import numpy as np
def dropout(x, uniforms, *, p):
    return x
"""
SCALED = """
import numpy as np
def softmax(x, dim=-1, temperature=1.0):
    e = np.exp(x - np.max(x, axis=dim, keepdims=True))
    return 1.1 * e / np.sum(e, axis=dim, keepdims=True)
"""

Find = Callable[[str], Problem]


def graded(grader: Grader, problem: Problem, code: str) -> Report:
    source = Source("mine.py", code.encode())
    return grader.grade(GradeRequest(problem, source, Framework.NUMPY, seed=5))


def test_numbers_are_not_named_after_a_mistake_that_gives_nan(
    grader: Grader, problem: Find
) -> None:
    """The gate is cut at 20: wrong where silu(100) overflows in careless code, but finite."""
    report = graded(grader, problem("swiglu"), CLAMPED)
    assert report.outcome is Outcome.WRONG
    assert report.diagnoses == ()


def test_the_item_of_a_list_that_is_no_number_is_told(grader: Grader, problem: Find) -> None:
    report = graded(grader, problem("kv-cache"), METHOD)
    messages = [check.message for check in report.checks]
    assert any("method" in m and "a number is asked" in m for m in messages), messages


def test_a_random_number_stays_below_one_when_a_case_is_made_simple(
    grader: Grader, problem: Find
) -> None:
    report = graded(grader, problem("dropout"), DROPOUT)
    literals = [
        argument.literal
        for check in report.checks
        if check.where is not None
        for argument in check.where.arguments
        if argument.name == "uniforms"
    ]
    assert literals
    assert not any("1." in literal for literal in literals), literals


def test_a_check_of_more_than_values_says_when_values_hide_it(
    grader: Grader, problem: Find
) -> None:
    report = graded(grader, problem("softmax"), SCALED)
    hygiene = {c.id: c for c in report.checks if c.id in ("unmodified", "repeatable")}
    assert {c.outcome for c in hygiene.values()} == {Outcome.WRONG}, report.checks
    for check in hygiene.values():
        assert check.message.startswith("the values are wrong here too")
