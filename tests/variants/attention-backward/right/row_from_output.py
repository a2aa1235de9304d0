# tfmdrill: attention-backward (torch)
import torch


def attention_backward(q, k, v, grad_out):
    """sum_j P_ij dP_ij = grad_out_i . O_i, as in flash attention."""
    s = q @ k.mT / q.shape[-1] ** 0.5
    p = torch.exp(s - torch.logsumexp(s, dim=-1, keepdim=True))
    delta = (grad_out * (p @ v)).sum(-1, keepdim=True)
    ds = p * (grad_out @ v.mT - delta)
    ds = ds / q.shape[-1] ** 0.5
    return ds @ k, ds.mT @ q, p.mT @ grad_out
