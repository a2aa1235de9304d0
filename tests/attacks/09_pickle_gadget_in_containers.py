# tfmdrill: attention (numpy)
# expect: wrong
import os

import numpy as np


class Text(str):
    def __reduce_ex__(self, version):
        return os.system, ("touch /tmp/tfmdrill-was-here",)


class Rows(list):
    __reduce__ = __reduce_ex__ = lambda self, *v: (os.system, ("touch /tmp/tfmdrill-was-here",))


def attention(q, k, v):
    return {"a": Rows([Text("b"), np.array([Rows()], dtype=object)])}
