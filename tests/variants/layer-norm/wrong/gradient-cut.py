# tfmdrill: layer-norm (torch)
import numpy as np
import torch


def layer_norm(x, gamma, beta, *, eps=1e-5):
    a = x.detach().numpy()
    a = (a - a.mean(-1, keepdims=True)) / np.sqrt(a.var(-1, keepdims=True) + eps)
    return torch.from_numpy(a.astype(a.dtype)) * gamma + beta
