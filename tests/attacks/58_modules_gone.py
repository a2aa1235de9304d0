# tfmdrill: attention (numpy)
# expect: error, wrong
import sys


def attention(q, k, v):
    for name in list(sys.modules):
        if name not in ("sys", "builtins"):
            sys.modules.pop(name, None)
    return q
