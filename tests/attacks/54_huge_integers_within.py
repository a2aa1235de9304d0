# tfmdrill: attention (numpy)
# expect: wrong
def attention(q, k, v):
    return [[10**5000, 1.5, True], {10**5000: -(10**4000)}, (2**64, 2**63, -(2**63))]
