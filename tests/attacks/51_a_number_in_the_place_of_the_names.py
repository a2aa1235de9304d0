# tfmdrill: attention (numpy)
# expect: broken-protocol
# The answer to "which names does the file define".
import os
import struct
import time

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

os.write(4, frame(b'["returned",1,5]'))
time.sleep(10**6)
