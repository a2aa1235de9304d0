# tfmdrill: attention (numpy)
# expect: broken-protocol
# A well-formed answer on every descriptor that there is.
import os
import struct

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

for turn in range(4):
    for fd in range(64):
        try:
            os.write(fd, frame(b'["returned",%d,["attention"]]' % turn))
        except OSError:
            pass


def attention(q, k, v):
    return None
