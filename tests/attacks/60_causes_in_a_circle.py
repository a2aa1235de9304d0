# tfmdrill: attention (numpy)
# expect: error
def attention(q, k, v):
    a, b = ValueError("a"), KeyError("b")
    a.__cause__, b.__cause__ = b, a
    a.__context__ = a
    raise a
