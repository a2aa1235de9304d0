# tfmdrill: attention (numpy)
# expect: broken-protocol
import os
import struct

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

request = b'{"dict":["number",0,"args",{"tuple":[]},"kwargs",{"dict":[]}]}'
os.write(4, frame(b'["callback",1,' + request + b"]"))


def attention(q, k, v):
    return q
