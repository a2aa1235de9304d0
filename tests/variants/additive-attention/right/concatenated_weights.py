# tfmdrill: additive-attention (torch)
import torch


class Bahdanau(torch.nn.Module):
    def __init__(self, w_q, w_k, v):
        super().__init__()
        self.w = torch.cat([w_q, w_k])
        self.v = v

    def forward(self, query, keys, mask):
        both = torch.cat([query[:, None].expand(-1, keys.shape[1], -1), keys], -1)
        s = (both @ self.w).tanh() @ self.v
        s = s - s.masked_fill(~mask, -1e38).amax(1, keepdim=True).clamp(min=-1e30).detach()
        e = torch.where(mask, s, torch.zeros(())).exp() * mask
        t = e.sum(1, keepdim=True)
        w = e / torch.where(t > 0, t, torch.ones(()))
        return (w[..., None] * keys).sum(1), w


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    if key_mask is None:
        key_mask = torch.ones(keys.shape[:2], dtype=torch.bool)
    return Bahdanau(w_q, w_k, v)(query, keys, key_mask)
