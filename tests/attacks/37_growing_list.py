# tfmdrill: attention (numpy)
# expect: memory
def attention(q, k, v):
    kept = []
    while True:
        kept.append(bytearray(2**24))
