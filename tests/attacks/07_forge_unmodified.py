# tfmdrill: attention (numpy)
# expect: passed
# not stopped: what the kept arguments hold is read in this process. Who hides a write to an
# argument has to undo it there, and then it is undone: nothing is gained over a copy.
import gc

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def attention(q, k, v):
    answer = right(q, k, v)
    for thing in gc.get_objects():
        held = getattr(thing, "_held", None) if type(thing).__name__ == "_Child" else None
        for number, kept in list((held or {}).items()):
            if kept is q:
                held[number] = q.copy()
                if q.flags.writeable:
                    q[...] = 0.0
    return answer
