# tfmdrill: attention (numpy)
# expect: timeout, wrong
import os
import signal


def attention(q, k, v):
    os.kill(os.getpid(), signal.SIGSTOP)
    return None
