# tfmdrill: attention (numpy)
# expect: wrong, timeout
def attention(q, k, v):
    return [[]] * 99_000
