# tfmdrill: attention (numpy)
# expect: error
import os
import struct


def attention(q, k, v):
    os.write(4, struct.pack("<4sIQ", b"tfd1", 1000, 1000) + b'["returned"')
    os._exit(0)
