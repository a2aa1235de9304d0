import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError(f"temperature must be positive, got {temperature}")
    scores = x / temperature
    # The largest score of each slice becomes 0: no exp overflows, and the sum is at least 1.
    weights = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    return weights / weights.sum(dim=dim, keepdim=True)
