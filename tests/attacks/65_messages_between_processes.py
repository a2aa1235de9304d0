# tfmdrill: attention (numpy)
# expect: wrong
import ctypes
import platform

import numpy as np

ADD_KEY = 217 if platform.machine() == "aarch64" else 248

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def succeeds():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mq_open.restype = ctypes.c_int
    tries = [
        lambda: libc.shmget(0x7466, 4096, 0o1666),
        lambda: libc.semget(0x7466, 1, 0o1666),
        lambda: libc.msgget(0x7466, 0o1666),
        lambda: libc.mq_open(b"/tfmdrill-was-here", 0o102, 0o666, None),
        lambda: libc.syscall(ADD_KEY, b"user", b"tfmdrill", b"x", 1, -3),
        lambda: libc.inotify_init(),
        lambda: libc.fanotify_init(0, 0),
        lambda: libc.memfd_create(b"x", 0),
        lambda: libc.userfaultfd(0) if hasattr(libc, "userfaultfd") else -1,
    ]
    return True if any(attempt() >= 0 for attempt in tries) else None


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
