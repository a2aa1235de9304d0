# tfmdrill: attention (numpy)
# expect: wrong, timeout
def attention(q, k, v):
    return [[float(i) for i in range(1_900_000)]]
