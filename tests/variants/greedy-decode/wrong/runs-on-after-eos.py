# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    done = torch.zeros(prompt.shape[0], dtype=torch.bool)
    for _ in range(max_new):
        next_id = step(ids).argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, next_id], dim=1)
        done |= next_id.squeeze(1) == eos
        if done.all():
            break
    return ids
