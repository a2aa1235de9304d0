# tfmdrill: attention (numpy)
# expect: memory, error, wrong
# As the first process of its namespace it can't: then it just goes on.
import os


def attention(q, k, v):
    os.kill(os.getpid(), 9)
    return None
