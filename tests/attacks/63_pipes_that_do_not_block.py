# tfmdrill: attention (numpy)
# expect: error, wrong
import os

for fd in (1, 3, 4):
    os.set_blocking(fd, False)


def attention(q, k, v):
    return "x" * 10**7
