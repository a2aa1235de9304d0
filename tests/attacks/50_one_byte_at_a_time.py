# tfmdrill: attention (numpy)
# expect: timeout
# The start of a frame, and never its end.
import os
import time


def attention(q, k, v):
    for byte in b"tfd1":
        os.write(4, bytes([byte]))
        time.sleep(0.01)
    time.sleep(10**6)
