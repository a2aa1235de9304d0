# tfmdrill: attention (numpy)
# expect: broken-protocol
# A forged answer to the next question, on the wire before it is asked.
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
            reply = type(harness)._reply

            def doubled(self, op, value):
                reply(self, op, value)
                os.write(4, frame(b'["returned",%d,1.5]' % (self._turn + 1)))

            type(harness)._reply = doubled
            break
        below = below.f_back
    return None
