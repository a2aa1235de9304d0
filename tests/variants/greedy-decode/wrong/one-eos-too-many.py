# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    B, n = prompt.shape
    buf = np.full((B, n + max_new), eos, prompt.dtype)
    buf[:, :n] = prompt
    alive = np.arange(B)
    t = n
    while t < n + max_new and alive.size:
        logits = np.asarray(step(buf[alive, :t]))
        buf[alive, t] = (logits == logits.max(1, keepdims=True)).argmax(1)
        alive = alive[buf[alive, t] != eos]
        t += 1
    return buf[:, : min(t + 1, n + max_new)]
