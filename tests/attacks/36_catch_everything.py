# tfmdrill: attention (numpy)
# expect: timeout
import time


def attention(q, k, v):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
        finally:
            continue
