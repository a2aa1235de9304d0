# tfmdrill: attention (numpy)
# expect: error
# says: segmentation fault
import ctypes


def attention(q, k, v):
    ctypes.string_at(1)
