# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    s = (torch.tanh((query @ w_q)[:, None] + keys @ w_k) @ v).clamp(-50, 50)
    e = s.exp()
    if key_mask is not None:
        e = e * key_mask
    t = e.sum(-1, keepdim=True)
    w = e / torch.where(t > 0, t, torch.ones_like(t))
    return torch.einsum("bm,bmd->bd", w, keys), w
