# tfmdrill: attention (numpy)
# expect: broken-protocol
import os
import struct
import time

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

os.write(4, frame(b'["raised",1,{"dict":["type",1]}]'))
time.sleep(10**6)
