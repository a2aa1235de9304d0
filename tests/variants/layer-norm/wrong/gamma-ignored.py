# tfmdrill: layer-norm (torch)
import torch


def layer_norm(x, gamma, beta, *, eps=1e-5):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, unbiased=False, keepdim=True)
    x_hat = (x - mean) / torch.sqrt(var + eps)
    return x_hat + beta
