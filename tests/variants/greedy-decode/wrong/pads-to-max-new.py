# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    B, n = prompt.shape
    out = torch.full((B, n + max_new), eos)
    out[:, :n] = prompt
    done = torch.zeros(B, dtype=torch.bool)
    for i in range(n, n + max_new):
        best = step(out[:, :i]).argmax(-1)
        out[:, i] = torch.where(done, eos, best)
        done |= best == eos
    return out
