# tfmdrill: attention (numpy)
# expect: error
import random


def attention(q, k, v):
    kinds = (KeyboardInterrupt, GeneratorExit, SystemExit, StopIteration, BaseException, OSError)
    raise kinds[int(abs(q.sum()) * 1000) % len(kinds)]
