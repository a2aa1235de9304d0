# tfmdrill: attention (numpy)
# expect: broken-protocol, error
import os


def attention(q, k, v):
    os.close(3)
    return q
