# tfmdrill: attention (numpy)
# expect: wrong
import glob
import os

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

PLACES = ("/etc/passwd", "/etc/shadow", "/etc/hostname", "~/.ssh/*", "~/.bashrc", "~/.netrc", "/root/*",
          "/home/*", "/proc/self/environ", "/proc/self/maps", "/proc/1/cmdline", "/proc/mounts",
          "/proc/*/cmdline", "/var/log/*", "/tmp/*", "/dev/shm/*", "/run/*", "/work/*", "/dev/tty",
          "/dev/mem", "/dev/kmsg", "/sys/class/*", "/proc/self/root/etc/passwd", "/proc/self/cwd/etc/passwd",
          "/usr/lib/../../etc/passwd", "/dev/fd/0/../../etc/passwd")


def succeeds():
    for place in PLACES:
        path = os.path.expanduser(place)
        for found in {path, *glob.glob(path)}:
            for look in (lambda: open(found, "rb").read(1), lambda: os.listdir(found)):
                try:
                    look()
                    return True
                except OSError:
                    pass
    return False


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
