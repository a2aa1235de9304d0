# tfmdrill: layer-norm (torch)
import torch


def layer_norm(x, gamma, beta, *, eps=1e-5):
    var, mean = torch.var_mean(x, dim=1, keepdim=True, unbiased=False)
    return (x - mean) * torch.rsqrt(var + eps) * gamma + beta
