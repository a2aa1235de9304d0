# tfmdrill: attention (numpy)
# expect: wrong, memory
# Each of its characters takes four bytes once one of them is no ASCII.
def attention(q, k, v):
    return "x" * (60 * 2**20) + "\U0001f600"
