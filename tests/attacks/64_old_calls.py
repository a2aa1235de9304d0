# tfmdrill: attention (numpy)
# expect: error, wrong
# int 0x80 takes the numbers of 32-bit x86, for which the filter was not made.
import ctypes
import mmap
import platform

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def attention(q, k, v):
    if platform.machine() != "x86_64":
        return None
    try:
        memory = mmap.mmap(-1, 4096, prot=7)
    except OSError:
        return None
    memory[:8] = b"\xb8\x02\x00\x00\x00\xcd\x80\xc3"  # mov eax, 2 (fork); int 0x80; ret
    run = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
    return right(q, k, v) if run() > 0 else None
