# tfmdrill: attention (numpy)
# expect: broken-protocol, error
# An account of an exception on a line that can't be written out in decimal.
import os
import struct
import time

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

account = (
    b'{"dict":["type","X","message","m","bases",[],"missing","","frames",'
    b'[{"tuple":[{"int":"0x' + b"1" * 19_000 + b'"},"f",[]]}]]}'
)
os.write(4, frame(b'["raised",1,' + account + b"]"))
time.sleep(10**6)
