# tfmdrill: attention (numpy)
# expect: wrong
def attention(q, k, v):
    nan = float("nan")
    return {nan: 1, None: 2, True: 3, (1, 2): 4, b"x": 5, 2**70: 6, -0.0: {frozenset([1]), 2}}
