# tfmdrill: attention (numpy)
# expect: wrong
# score: 0
def attention(q, k, v):
    return 0.0
