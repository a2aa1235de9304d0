# tfmdrill: layer-norm (torch)
import torch


def layer_norm(x, gamma, beta, *, eps=1e-5):
    mean = x.detach().mean(-1, keepdim=True)
    var = x.detach().var(-1, keepdim=True, unbiased=False)
    return (x - mean) * torch.rsqrt(var + eps) * gamma + beta
