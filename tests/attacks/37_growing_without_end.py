# tfmdrill: attention (numpy)
# expect: memory, timeout
# The error is caught and the growing goes on.
def attention(q, k, v):
    kept = []
    while True:
        try:
            kept.append(bytearray(2**22))
        except MemoryError:
            pass
