# tfmdrill: attention (numpy)
# expect: wrong, memory
# malloc and mmap, past Python's own accounting.
import ctypes

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def succeeds():
    libc = ctypes.CDLL(None)
    libc.malloc.restype = libc.mmap.restype = ctypes.c_void_p
    taken = 0
    while taken < 2**33:
        a = libc.malloc(ctypes.c_size_t(2**28))
        b = libc.mmap(None, ctypes.c_size_t(2**28), 3, 0x21, -1, ctypes.c_long(0))
        if not a and b in (None, 2**64 - 1):
            return False
        taken += 2**28
    return True


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
