# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids, done = prompt, torch.zeros(len(prompt), dtype=torch.bool)
    for _ in range(max_new):
        if done.all():
            break
        best = step(ids).argsort(dim=-1, stable=True)[:, 0]
        best = torch.where(done, eos, best)
        ids = torch.cat([ids, best[:, None]], -1)
        done |= best == eos
    return ids
