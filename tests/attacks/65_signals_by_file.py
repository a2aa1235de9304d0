# tfmdrill: attention (numpy)
# expect: wrong
# Asking the kernel to signal somebody else when a pipe has data.
import ctypes
import fcntl
import os

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def succeeds():
    for command, value in ((fcntl.F_SETOWN, 1), (15, bytes(8)), (10, 9), (fcntl.F_SETLEASE, 0)):
        for fd in (1, 3, 4):
            try:
                fcntl.fcntl(fd, command, value)
                return True
            except OSError:
                pass
    for request in (0x5412, 0x541C, 0x540E, 0x8901, 0x8902, 0x5421, 0x5452):
        for fd in (0, 1, 3, 4):
            try:
                fcntl.ioctl(fd, request, bytes(8))
                if request not in (0x5421,):  # FIONBIO: its own pipe, no more
                    return True
            except OSError:
                pass
    return False


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
