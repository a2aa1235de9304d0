# tfmdrill: attention (numpy)
# expect: wrong
def attention(q, k, v):
    yield q
