# tfmdrill: gelu (numpy)
import math
import numpy as np


def _map(f, t):
    return [_map(f, s) for s in t] if isinstance(t, list) else f(t)


def _exact(t):
    return t * math.erfc(-t / math.sqrt(2)) / 2


def _approx(t):
    return t * (1 + math.tanh(math.sqrt(2 / math.pi) * (t + 0.044715 * t * t * t)))


def gelu(x, *, approximate=False):
    return _map(_approx if approximate else _exact, x.tolist())
