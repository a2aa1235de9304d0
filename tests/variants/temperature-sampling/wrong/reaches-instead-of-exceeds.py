# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    cdf = torch.softmax(logits / temperature, dim=-1).cumsum(-1)
    cdf = cdf / cdf[:, -1:]
    return torch.searchsorted(cdf, u[:, None].contiguous())[:, 0]
