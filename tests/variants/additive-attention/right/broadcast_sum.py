# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    s = (v * torch.tanh(query.matmul(w_q).unsqueeze(1) + keys.matmul(w_k))).sum(dim=2)
    if key_mask is None:
        key_mask = torch.ones_like(s, dtype=torch.bool)
    p = torch.softmax(s.where(key_mask, -1e30), dim=1) * key_mask
    return torch.einsum("bm,bmd->bd", p, keys), p
