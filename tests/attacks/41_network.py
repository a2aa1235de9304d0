# tfmdrill: attention (numpy)
# expect: wrong
import ctypes
import os
import socket

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

KINDS = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET)


def opened():
    for family in range(1, 46):
        for kind in KINDS:
            try:
                socket.socket(family, kind).close()
                yield True
            except OSError:
                pass
    try:
        socket.socketpair()
        yield True
    except OSError:
        pass
    for name in ("localhost", "example.com", "8.8.8.8"):
        try:
            socket.getaddrinfo(name, 53 if name != "8.8.8.8" else "domain")
            yield name != "8.8.8.8"
        except OSError:
            pass
    libc = ctypes.CDLL(None, use_errno=True)
    yield libc.syscall(425, 8, ctypes.create_string_buffer(256)) >= 0  # io_uring_setup
    for fd in (3, 4):
        yield libc.connect(fd, ctypes.create_string_buffer(128), 16) == 0


SUCCEEDED = any(opened())


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
