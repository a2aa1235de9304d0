# tfmdrill: attention (numpy)
# expect: timeout, error, broken-protocol
# Another reader on the pipe that the questions come through.
import os
import threading


def steal():
    while True:
        os.read(3, 7)


def attention(q, k, v):
    threading.Thread(target=steal, daemon=True).start()
    return q
