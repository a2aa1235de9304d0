# tfmdrill: attention (numpy)
# expect: error
def attention(q, k, v):
    group = ExceptionGroup("x" * 10**6, [ValueError("y" * 10**6)] * 1000)
    for _ in range(50):
        group = ExceptionGroup("deeper", [group, KeyError(10**5000)])
    raise group
