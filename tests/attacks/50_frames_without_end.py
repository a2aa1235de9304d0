# tfmdrill: attention (numpy)
# expect: broken-protocol
# Small answers for as long as somebody reads.
import os
import struct

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

def attention(q, k, v):
    while True:
        os.write(4, frame(b'["returned",1,1]'))
