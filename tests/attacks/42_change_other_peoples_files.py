# tfmdrill: attention (numpy)
# expect: wrong
# Modes, times, owners and attributes, besides the content.
import ctypes
import fcntl
import os
import sys

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def changed(path):
    yield lambda: os.chmod(path, 0o777)
    yield lambda: os.utime(path)
    yield lambda: os.chown(path, os.getuid(), os.getgid())
    yield lambda: os.truncate(path, 0)
    yield lambda: os.unlink(path)
    yield lambda: os.rename(path, path + "~")
    yield lambda: os.setxattr(path, "user.tfmdrill", b"1")
    yield lambda: open(path, "ab").close()
    fd = os.open(path, os.O_RDONLY)
    try:
        yield lambda: os.fchmod(fd, 0o777)
        yield lambda: fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        yield lambda: fcntl.fcntl(fd, fcntl.F_NOTIFY, 0x80000001)
        yield lambda: fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield lambda: fcntl.ioctl(fd, 0x40086602, bytes(8))  # FS_IOC_SETFLAGS
        yield lambda: fcntl.ioctl(fd, 0x401C5820, bytes(28))  # FS_IOC_FSSETXATTR
        yield lambda: fcntl.ioctl(fd, 0x40806685, bytes(128))  # FS_IOC_ENABLE_VERITY
    finally:
        os.close(fd)


def succeeds():
    for path in (os.__file__, np.__file__, os.path.dirname(np.__file__)):
        for change in changed(path):
            try:
                change()
                return True
            except OSError as error:
                if error.errno not in (1, 13, 38):  # not refused, but for another reason no use
                    return True
    return False


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
