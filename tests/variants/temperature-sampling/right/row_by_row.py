# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    ids = []
    for row, r in zip(logits, u):
        if temperature == 0:
            ids.append(int(row.argmax()))
            continue
        p = torch.softmax(row / temperature, 0).tolist()
        total, chosen = 0.0, None
        for i, q in enumerate(p):
            if q == 0:
                continue
            total += q
            chosen = i
            if total > r:
                break
        ids.append(chosen)
    return torch.tensor(ids)
