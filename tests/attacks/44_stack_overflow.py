# tfmdrill: attention (numpy)
# expect: error
import sys
import threading

sys.setrecursionlimit(10**9)


def attention(q, k, v):
    class A:
        pass
    a = A()
    a.__class__.__getattr__ = lambda self, name: getattr(self, name + "x")
    return a.b
