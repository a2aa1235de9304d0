# tfmdrill: greedy-decode (torch)
import torch


def _one(step, row, max_new, eos):
    new = []
    while len(new) < max_new and (not new or not eos or new[-1] != eos):
        logits = step(torch.cat([row, torch.tensor(new, dtype=torch.long)])[None])[0].tolist()
        new.append(logits.index(max(logits)))
    return new


def greedy_decode(step, prompt, *, max_new, eos):
    news = [_one(step, row, max_new, eos) for row in prompt]
    t = max(map(len, news))
    return torch.tensor(
        [row.tolist() + new + [eos] * (t - len(new)) for row, new in zip(prompt, news)]
    )
