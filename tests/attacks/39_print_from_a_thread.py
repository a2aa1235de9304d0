# tfmdrill: attention (numpy)
# expect: output-flood
# The calls are answered, and fast; the flood is beside them.
import os
import threading
import time


def flood():
    while True:
        os.write(1, b"x" * 2**16)


threading.Thread(target=flood, daemon=True).start()


def attention(q, k, v):
    time.sleep(0.2)
    return q
