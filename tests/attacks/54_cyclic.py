# tfmdrill: attention (numpy)
# expect: wrong
def attention(q, k, v):
    out = {}
    out["self"] = [out, (out,)]
    return out
