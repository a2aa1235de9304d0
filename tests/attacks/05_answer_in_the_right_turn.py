# tfmdrill: attention (numpy)
# expect: broken-protocol
# Finds the turn that is due in the frames below and answers before the harness does.
import os
import struct
import sys

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

def attention(q, k, v):
    below = sys._getframe()
    while below is not None:
        turn = getattr(below.f_locals.get("self"), "_turn", None)
        if turn is not None:
            os.write(4, frame(b'["returned",%d,1.5]' % turn))
            break
        below = below.f_back
    return None
