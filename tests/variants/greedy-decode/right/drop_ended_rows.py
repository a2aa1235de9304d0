# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    """Ended rows leave the batch."""
    B, n = prompt.shape
    out = torch.full((B, n + max_new), eos, dtype=prompt.dtype)
    out[:, :n] = prompt
    alive = torch.arange(B)
    length = n
    while length < n + max_new and len(alive):
        best = step(out[alive, :length]).argmax(-1)
        out[alive, length] = best
        alive = alive[best != eos]
        length += 1
    return out[:, :length]
