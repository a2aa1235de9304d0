# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    for _ in range(max_new):
        ended = (ids == eos).any(dim=1)
        if ended.all():
            break
        best = step(ids).argmax(-1)
        best[ended] = eos
        ids = torch.cat([ids, best.unsqueeze(1)], 1)
    return ids
