# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids, done = prompt, torch.zeros(len(prompt), dtype=torch.bool)
    new = 0
    while True:
        best = torch.where(done, eos, step(ids).argmax(-1))
        ids = torch.cat([ids, best[:, None]], -1)
        done |= best == eos
        new += 1
        if done.all() or new >= max_new:
            return ids
