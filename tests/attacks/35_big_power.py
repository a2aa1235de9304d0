# tfmdrill: attention (numpy)
# expect: timeout
def attention(q, k, v):
    return 7 ** (7**12) % 10
