# tfmdrill: attention (numpy)
# expect: error, memory
eval("(" * 10**6 + ")" * 10**6)


def attention(q, k, v):
    return q
