# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    finished = torch.zeros(len(prompt), dtype=torch.bool, device=prompt.device)
    for _ in range(max_new):
        chosen = step(ids).argmax(dim=-1)
        chosen = chosen.masked_fill(finished, eos)
        ids = torch.cat([ids, chosen[:, None]], dim=1)
        finished |= chosen == eos
        if finished.all():
            break
    return ids
