# tfmdrill: attention (numpy)
# expect: broken-protocol
# vmsplice puts pages of this process into the pipe, to be changed once they have been checked.
import ctypes
import mmap
import struct
import threading

def frame(header, payload=b""):
    return struct.pack("<4sIQ", b"tfd1", len(header), len(payload)) + header + payload

def attention(q, k, v):
    memory = mmap.mmap(-1, 4096)
    data = frame(b'["returned",1,1]') * 4
    memory[: len(data)] = data
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    vector = (ctypes.c_size_t * 2)(address, len(data))
    ctypes.CDLL(None).vmsplice(4, vector, 1, 8)
    memory[: len(data)] = b"x" * len(data)
    return None
