# tfmdrill: attention (numpy)
# expect: error
import sys
import threading


def trace(frame, event, arg):
    raise ValueError("traced")


def attention(q, k, v):
    sys.setprofile(trace)
    sys.settrace(trace)
    threading.settrace(trace)
    return q
