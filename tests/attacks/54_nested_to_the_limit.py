# tfmdrill: attention (numpy)
# expect: wrong
def attention(q, k, v):
    out = 1.0
    for n in range(30):
        out = [out] if n % 2 else (out, {"k": None})
    return out
