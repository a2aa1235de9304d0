# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    lowest = logits.topk(min(50, logits.shape[-1])).values[:, -1:]
    p = (logits.masked_fill(logits < lowest, -torch.inf) / temperature).softmax(-1)
    ids = torch.arange(p.shape[-1])
    first = torch.where((p.cumsum(-1) > u[:, None]) & (p > 0), ids, p.shape[-1]).amin(-1)
    return torch.minimum(first, torch.where(p > 0, ids, -1).amax(-1))
