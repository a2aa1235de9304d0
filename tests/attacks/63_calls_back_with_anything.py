# tfmdrill: greedy-decode (numpy)
# expect: wrong
import contextlib

import numpy as np

ODD = (
    [], None, {}, "x" * 10**6, object(), float("nan"), 10**400, np.array(5), np.zeros((3, 3)),
    np.array([[2**62]]), np.array([[-1]]), np.zeros((1,) * 16, np.int64), np.zeros((9, 10**6), int),
)  # fmt: skip


def greedy_decode(step, prompt, *, max_new, eos):
    for given in (*ODD, step, greedy_decode):
        with contextlib.suppress(RuntimeError):
            step(given)
        with contextlib.suppress(RuntimeError):
            step(ids=given, nothing=given)
    return prompt
