# tfmdrill: attention (numpy)
# expect: wrong
# All the timers and all the memory of pipes that a user may have; both are gone with the process.
import ctypes
import fcntl
import os
import platform

TIMER_CREATE = 222 if platform.machine() == "x86_64" else 107
libc = ctypes.CDLL(None)
timer = ctypes.create_string_buffer(8)


def attention(q, k, v):
    for _ in range(20_000):
        if libc.syscall(TIMER_CREATE, 0, None, timer) != 0:
            break
    try:
        while True:
            _, end = os.pipe()
            os.set_blocking(end, False)
            fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, 2**20)
            os.write(end, bytes(2**20))
    except OSError:
        return q
