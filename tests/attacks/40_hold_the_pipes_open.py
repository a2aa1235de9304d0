# tfmdrill: attention (numpy)
# expect: error
import os


def attention(q, k, v):
    for fd in range(5):
        for _ in range(10):
            os.dup(fd)
    os._exit(0)
