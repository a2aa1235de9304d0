"""Two mistakes in one file are named as two, also where the sign of one is an exception."""

from tfmdrill.grading import GradeRequest
from tfmdrill.model.problem import Framework
from tfmdrill.model.source import Source

ALONE_AND_NOT_EMPTY = b"""
from functools import reduce

def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    if min(ids) < 0 or max(ids) >= len(vocab):  # raises for no ids
        raise ValueError("unknown id")
    return reduce(lambda x, y: x + y, [vocab[i].decode("utf-8", "replace") for i in ids])
"""


def test_a_wrong_value_and_an_exception_elsewhere_are_two_mistakes(grader, problem):
    source = Source("answer.py", ALONE_AND_NOT_EMPTY)
    request = GradeRequest(problem("bpe-decode"), source, Framework.TEXT, seed=20263)
    named = [d.bug for d in grader.grade(request).diagnoses]
    assert named == ["each-token-alone + empty-ids-crash"]
