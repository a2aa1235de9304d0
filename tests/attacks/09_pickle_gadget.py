# tfmdrill: attention (numpy)
# expect: wrong
# Runs in whoever unpickles the result.
import os


class Gadget:
    def __reduce__(self):
        return os.system, ("touch /tmp/tfmdrill-was-here",)


def attention(q, k, v):
    return Gadget()
