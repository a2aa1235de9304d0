# tfmdrill: attention-backward (torch)
import torch


def attention_backward(q, k, v, grad_out):
    c = q.shape[-1] ** -0.5
    e = (q @ k.mT * c).clamp(-50, 50).exp()
    p = e / e.sum(-1, keepdim=True)
    dp = grad_out @ v.mT
    ds = p * (dp - (p * dp).sum(-1, keepdim=True)) * c
    return ds @ k, ds.mT @ q, p.mT @ grad_out
