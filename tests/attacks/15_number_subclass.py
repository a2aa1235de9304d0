# tfmdrill: attention (numpy)
# expect: wrong
class Near(float):
    __sub__ = __rsub__ = __abs__ = __float__ = lambda self, *other: 0.0
    __lt__ = __le__ = __eq__ = lambda self, other: True
    __hash__ = float.__hash__


def attention(q, k, v):
    return [[Near(0.0)] * v.shape[-1]] * q.shape[-2]
