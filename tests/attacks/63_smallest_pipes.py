# tfmdrill: attention (numpy)
# expect: wrong
import fcntl

for fd in (1, 3, 4):
    fcntl.fcntl(fd, 1031, 4096)  # F_SETPIPE_SZ


def attention(q, k, v):
    return [[1.0] * 10_000]
