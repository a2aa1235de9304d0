# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    rows = []
    for row in logits:
        probs = torch.softmax(row, 0)
        out = torch.full_like(row, -torch.inf)
        mass = 0.0
        for token in sorted(range(len(row)), key=lambda i: -float(row[i])):
            out[token] = row[token]
            mass += float(probs[token])
            if mass >= p and p < 1:
                break
        rows.append(out)
    return torch.stack(rows)
