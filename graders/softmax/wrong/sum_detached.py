import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    scores = x / temperature
    weights = torch.exp(scores - scores.detach().amax(dim=dim, keepdim=True))
    return weights / weights.detach().sum(dim=dim, keepdim=True)
