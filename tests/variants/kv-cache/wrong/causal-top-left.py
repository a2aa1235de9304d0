# tfmdrill: kv-cache (torch)
import torch
import torch.nn.functional as F


class KVCache:
    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        self.k = k if self.k is None else torch.cat([self.k, k], dim=2)
        self.v = v if self.v is None else torch.cat([self.v, v], dim=2)
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    B, T, D = x_t.shape
    q, k, v = (
        (x_t @ params[w]).view(B, T, n_heads, D // n_heads).transpose(1, 2)
        for w in ("w_q", "w_k", "w_v")
    )
    k, v = cache.append(k, v)
    out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    return out.transpose(1, 2).reshape(B, T, D) @ params["w_o"]
