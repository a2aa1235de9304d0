# tfmdrill: attention (numpy)
# expect: memory
calls = 0


def attention(q, k, v):
    global calls
    calls += 1
    kept = []
    while calls == 1:
        kept.append(bytearray(2**27))
