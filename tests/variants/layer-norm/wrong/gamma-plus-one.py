# tfmdrill: layer-norm (torch)
import torch


def layer_norm(x, gamma, beta, *, eps=1e-5):
    x_hat = (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, keepdim=True, correction=0) + eps)
    return x_hat + gamma * x_hat + beta
