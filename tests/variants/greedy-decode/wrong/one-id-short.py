# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids, done = prompt, torch.zeros(len(prompt), dtype=torch.bool)
    for i in range(1, max_new):
        best = torch.where(done, eos, step(ids).argmax(-1))
        ids = torch.cat([ids, best[:, None]], -1)
        done |= best == eos
        if done.all():
            break
    return ids
