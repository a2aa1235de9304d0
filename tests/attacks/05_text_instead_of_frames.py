# tfmdrill: attention (numpy)
# expect: broken-protocol
import os


def attention(q, k, v):
    os.write(4, b'{"outcome": "passed", "score": 1.0}\n' * 10)
    return None
