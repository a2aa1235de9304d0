# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ended = torch.zeros(len(prompt), dtype=torch.bool)
    new = torch.empty(len(prompt), 0, dtype=prompt.dtype)
    while new.shape[1] < max_new and not ended.all():
        best = step(torch.cat([prompt, new], 1)).argmax(-1)
        best = best.masked_fill(ended, eos)
        new = torch.cat([new, best[:, None]], 1)
        ended |= best == eos
    return new
