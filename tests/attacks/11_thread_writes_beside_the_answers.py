# tfmdrill: attention (numpy)
# expect: broken-protocol
import os
import threading


def write():
    while True:
        os.write(4, b"tfd1")


def attention(q, k, v):
    threading.Thread(target=write, daemon=True).start()
    return None
