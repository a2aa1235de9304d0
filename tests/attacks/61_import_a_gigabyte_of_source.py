# tfmdrill: attention (numpy)
# expect: error, timeout, memory
exec("x = [" + "1," * 10**7 + "]")


def attention(q, k, v):
    return q
