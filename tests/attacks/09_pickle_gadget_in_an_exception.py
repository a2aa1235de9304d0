# tfmdrill: attention (numpy)
# expect: error
import os


class Gadget(Exception):
    def __reduce__(self):
        return os.system, ("touch /tmp/tfmdrill-was-here",)


def attention(q, k, v):
    raise Gadget()
