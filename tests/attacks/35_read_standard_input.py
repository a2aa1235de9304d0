# tfmdrill: attention (numpy)
# expect: error
# says: EOFError
def attention(q, k, v):
    return input("? ")
