# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    probs, order = torch.softmax(logits / temperature, -1).sort(dim=-1, descending=True)
    cdf = probs.cumsum(-1)
    cdf = cdf / cdf[:, -1:]
    place = (cdf <= u[:, None]).sum(-1, keepdim=True)
    return order.gather(-1, place)[:, 0]
