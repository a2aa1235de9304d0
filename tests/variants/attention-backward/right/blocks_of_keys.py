# tfmdrill: attention-backward (torch)
import torch


def attention_backward(q, k, v, grad_out):
    """Keys in blocks of two, with the log of the softmax's sum and grad_out . O known before."""
    scale = k.shape[-1] ** -0.5
    s = q @ k.mT * scale
    lse = torch.logsumexp(s, -1, keepdim=True)
    out = torch.exp(s - lse) @ v
    delta = (out * grad_out).sum(-1, keepdim=True)
    dq, dk, dv = torch.zeros_like(q), [], []
    for kb, vb in zip(k.split(2, dim=-2), v.split(2, dim=-2)):
        p = torch.exp(q @ kb.mT * scale - lse)
        ds = p * (grad_out @ vb.mT - delta) * scale
        dq = dq + ds @ kb
        dk.append(ds.mT @ q)
        dv.append(p.mT @ grad_out)
    return dq, torch.cat(dk, -2), torch.cat(dv, -2)
