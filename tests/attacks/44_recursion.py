# tfmdrill: attention (numpy)
# expect: error
# says: RecursionError
def attention(q, k, v):
    return attention(q, k, v)
