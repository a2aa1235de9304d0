# tfmdrill: attention (numpy)
# expect: wrong, error
import sys


class Bad:
    def __getattr__(self, name):
        raise ValueError(name)


def attention(q, k, v):
    sys.stdout.close()
    sys.stdout = sys.stderr = sys.__stdout__ = Bad()
    return None
