# tfmdrill: attention (numpy)
# expect: error
# The x32 numbers of x86-64; other machines have none, and there the call fails.
import ctypes
import os
import platform


def attention(q, k, v):
    if platform.machine() != "x86_64":
        os._exit(1)
    ctypes.CDLL(None).syscall(0x40000000 + 57)  # fork
