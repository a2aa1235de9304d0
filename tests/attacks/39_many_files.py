# tfmdrill: attention (numpy)
# expect: wrong
import os
import tempfile

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def succeeds():
    for folder in ("/", ".", "/tmp", "/dev/shm", "/var/tmp", "/run", "/root", os.path.expanduser("~")):
        for n in range(10):
            path = os.path.join(folder, f"tfmdrill-was-here-{n}")
            for make in (lambda: open(path, "w").write("x"), lambda: os.mkdir(path),
                         lambda: os.mkfifo(path), lambda: os.symlink("/", path),
                         lambda: os.mknod(path), lambda: os.link("/usr/lib/os-release", path)):
                try:
                    make()
                    return True
                except OSError:
                    pass
    for make in (tempfile.TemporaryFile, tempfile.mkdtemp, lambda: os.memfd_create("x")):
        try:
            make()
            return True
        except OSError:
            pass
    return False


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
