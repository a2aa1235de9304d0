# tfmdrill: attention (numpy)
# expect: wrong
# Answers for the harness and keeps the harness's own answer off the wire: still only a value.
import os
import struct
import sys

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

def attention(q, k, v):
    below = sys._getframe()
    while below is not None:
        harness = below.f_locals.get("self")
        if hasattr(harness, "_reply") and hasattr(harness, "_turn"):
            turn = harness._turn
            reply = type(harness)._reply

            def silent(self, op, value):
                if self._turn != turn:
                    reply(self, op, value)

            type(harness)._reply = silent
            os.write(4, frame(b'["returned",%d,1.5]' % turn))
            break
        below = below.f_back
    return None
