# tfmdrill: greedy-decode (torch)
import torch


def one(step, row, max_new, eos):
    new = []
    while len(new) < max_new and eos not in new:
        logits = step(torch.cat([row, row.new_tensor(new)])[None])[0]
        new.append(int(torch.argmax(logits)))
    return new


def greedy_decode(step, prompt, *, max_new, eos):
    rows = [one(step, row, max_new, eos) for row in prompt]
    longest = max(map(len, rows))
    padded = [row + [eos] * (longest - len(row)) for row in rows]
    return torch.cat([prompt, torch.tensor(padded, dtype=torch.long).reshape(len(prompt), -1)], 1)
