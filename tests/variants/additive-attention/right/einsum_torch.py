# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    hidden = torch.einsum("bq,qa->ba", query, w_q)[:, None] + torch.einsum("bmk,ka->bma", keys, w_k)
    energy = torch.einsum("bma,a->bm", hidden.tanh(), v)
    if key_mask is not None:
        energy = energy.masked_fill(key_mask.logical_not(), float("-inf"))
    top = energy.amax(1, keepdim=True).clamp_min(torch.finfo(energy.dtype).min).detach()
    e = torch.exp(energy - top)
    z = e.sum(1, keepdim=True)
    w = e / torch.where(z > 0, z, torch.ones_like(z))
    return [torch.einsum("bm,bmk->bk", w, keys), w]
