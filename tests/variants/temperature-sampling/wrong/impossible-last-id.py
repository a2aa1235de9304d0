# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    cdf = torch.softmax(logits / temperature, -1).cumsum(-1)
    ids = torch.searchsorted(cdf, u[:, None].contiguous(), right=True).squeeze(-1)
    return ids.clamp(max=logits.shape[-1] - 1)
