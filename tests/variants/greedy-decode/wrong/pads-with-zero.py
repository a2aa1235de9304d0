# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    unfinished = torch.ones(len(prompt), dtype=torch.long)
    for _ in range(max_new):
        nxt = step(ids).argmax(-1) * unfinished
        ids = torch.cat([ids, nxt[:, None]], dim=1)
        unfinished = unfinished * (nxt != eos)
        if unfinished.sum() == 0:
            break
    return ids
