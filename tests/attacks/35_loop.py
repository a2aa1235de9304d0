# tfmdrill: attention (numpy)
# expect: timeout
def attention(q, k, v):
    while True:
        pass
