import torch


def layer_norm(x, gamma, beta, *, eps=1e-5):
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)  # biased: divided by d
    return centred * torch.rsqrt(variance + eps) * gamma + beta
