# tfmdrill: attention (numpy)
# expect: error
import sys


def attention(q, k, v):
    def hook(*args):
        raise RuntimeError("audited")

    sys.addaudithook(hook)
    compile("1", "x", "eval")
    return q
