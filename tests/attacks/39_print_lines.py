# tfmdrill: attention (numpy)
# expect: output-flood
def attention(q, k, v):
    while True:
        print("x" * 70)
