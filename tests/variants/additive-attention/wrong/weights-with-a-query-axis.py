# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    s = (torch.tanh((query @ w_q)[:, None] + keys @ w_k) @ v).unsqueeze(1)
    ok = torch.ones_like(s, dtype=torch.bool) if key_mask is None else key_mask[:, None]
    w = s.masked_fill(~ok, -1e30).softmax(-1) * ok
    return torch.bmm(w, keys).squeeze(1), w
