# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    done = torch.zeros(len(prompt), dtype=torch.bool)
    for _ in range(max_new):
        nxt = step(ids).argmax(-1)
        nxt = torch.where(done, eos, nxt)
        done = done | (nxt == eos)
        if done.all():
            break
        ids = torch.cat([ids, nxt[:, None]], dim=1)
    return ids
