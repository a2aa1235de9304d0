# tfmdrill: attention (numpy)
# expect: error
import os


def attention(q, k, v):
    os.abort()
