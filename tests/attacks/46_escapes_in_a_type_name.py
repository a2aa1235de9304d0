# tfmdrill: attention (numpy)
# expect: wrong
T = type("\x1b[31m[red]\u202e", (), {"__slots__": ()})
T.__module__ = "builtins"


def attention(q, k, v):
    return T()
