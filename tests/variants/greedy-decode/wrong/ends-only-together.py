# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    for _ in range(max_new):
        next_id = torch.argmax(step(ids), dim=-1, keepdim=True)
        ids = torch.cat([ids, next_id], dim=1)
        if (next_id == eos).all():
            break
    return ids
