# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return torch.max(logits, dim=-1).indices
    probs = torch.softmax(logits / temperature, -1)
    cdf = probs.cumsum(-1)
    ids = torch.searchsorted(cdf, u[:, None].contiguous(), right=True).squeeze(1)
    V = logits.shape[1]
    last = V - 1 - (probs > 0).flip(1).int().argmax(1)
    return torch.minimum(ids, last)
