# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    z = logits / temperature
    w = torch.exp(z - z.max())
    p = w / w.sum(-1, keepdim=True)
    chosen = (p.cumsum(-1) <= u[:, None]).sum(-1)
    last = p.shape[-1] - 1 - (p > 0).flip(-1).int().argmax(-1)
    return torch.minimum(chosen, last)
