# tfmdrill: attention-backward (torch)
import torch


def attention_backward(q, k, v, grad_out):
    scale = q.shape[-1] ** -0.5
    q.mul_(scale)
    p = torch.softmax(q @ k.mT, dim=-1)
    dp = grad_out @ v.mT
    ds = p * (dp - (p * dp).sum(-1, keepdim=True))
    return ds @ k * scale, ds.mT @ q, p.mT @ grad_out
