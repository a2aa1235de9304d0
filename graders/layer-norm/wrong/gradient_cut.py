import torch


def layer_norm(x, gamma, beta, *, eps=1e-5):
    x = x.detach()
    mean = x.mean(-1, keepdim=True)
    variance = x.var(-1, unbiased=False, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps) * gamma + beta
