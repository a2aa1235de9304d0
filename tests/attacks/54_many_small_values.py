# tfmdrill: attention (numpy)
# expect: wrong
def attention(q, k, v):
    return [[]] * 99_000
