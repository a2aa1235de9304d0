# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    rows = []
    for row in prompt.tolist():
        new = []
        while len(new) < max_new:
            logits = step(torch.tensor([row + new]))[0].tolist()
            best, top = 0, logits[0]
            for i, value in enumerate(logits):
                if value >= top:
                    best, top = i, value
            new.append(best)
            if best == eos:
                break
        rows.append(row + new)
    longest = max(len(r) for r in rows)
    return torch.tensor([r + [eos] * (longest - len(r)) for r in rows])
