# tfmdrill: attention (numpy)
# expect: broken-protocol, error
import os
import struct
import time

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

os.write(4, frame(b'["returned",1,[' + b'"\\u001b[31m",' * 50_000 + b'"x"]]'))
time.sleep(10**6)
