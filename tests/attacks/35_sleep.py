# tfmdrill: attention (numpy)
# expect: timeout
import time


def attention(q, k, v):
    time.sleep(10**6)
