# tfmdrill: greedy-decode (torch)
import torch


def _one(step, row, max_new, eos):
    new = []
    while len(new) < max_new and (not new or new[-1] != eos):
        logits = step(torch.cat([row[-1:], torch.tensor(new, dtype=torch.long)])[None])[0].tolist()
        new.append(logits.index(max(logits)))
    return new


def greedy_decode(step, prompt, *, max_new, eos):
    news = [_one(step, row, max_new, eos) for row in prompt]
    t = max(map(len, news))
    return torch.tensor(
        [row.tolist() + new + [eos] * (t - len(new)) for row, new in zip(prompt, news)]
    )
