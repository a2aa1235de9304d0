# tfmdrill: attention (numpy)
# expect: error
# says: your code ended the process
# The array stands on pages that are gone by the time it is read.
import ctypes

import numpy as np


def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


def attention(q, k, v):
    answer = right(q, k, v)
    place = libc.mmap(None, ctypes.c_size_t(2**16), 3, 0x22, -1, ctypes.c_long(0))
    held = (ctypes.c_char * answer.nbytes).from_address(place)
    answer = np.frombuffer(held, answer.dtype).reshape(answer.shape)
    libc.munmap(place, 2**16)
    return answer
