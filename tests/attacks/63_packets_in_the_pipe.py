# tfmdrill: attention (numpy)
# expect: timeout, broken-protocol, error
# O_DIRECT makes packets of writes: what a read doesn't take of one is lost.
import fcntl
import os

fcntl.fcntl(4, fcntl.F_SETFL, fcntl.fcntl(4, fcntl.F_GETFL) | os.O_DIRECT)


def attention(q, k, v):
    return [q, q]
