# tfmdrill: attention (numpy)
# expect: wrong
def attention(q, k, v):
    return [[10**400, 0.5], [1, 2]]
