# tfmdrill: attention (numpy)
# expect: wrong
# Nothing can write it out in decimal.
def attention(q, k, v):
    return 10**5000
