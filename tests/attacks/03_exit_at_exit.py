# tfmdrill: attention (numpy)
# expect: wrong
# Turns a failed run's exit code into 0.
import atexit
import os

atexit.register(lambda: os._exit(0))


def attention(q, k, v):
    return q
