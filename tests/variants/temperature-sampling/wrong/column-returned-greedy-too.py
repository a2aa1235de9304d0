# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(1, keepdim=True)
    p = torch.softmax(logits.double() / temperature, dim=-1)
    k = torch.searchsorted(p.cumsum(-1), u.double().unsqueeze(-1), right=True)
    last = p.shape[1] - 1 - (p > 0).flip(-1).int().argmax(-1, keepdim=True)
    return torch.minimum(k, last)
