# tfmdrill: kv-cache (torch)
import torch
import torch.nn.functional as F


class KVCache:
    def __init__(self, limit=4096):
        self.limit = limit
        self.k = self.v = None
        self.length = 0

    def append(self, k, v):
        if self.length:
            k, v = torch.cat((self.k, k), 2), torch.cat((self.v, v), 2)
        extra = max(0, k.shape[2] - self.limit)
        self.k, self.v = k[:, :, extra:].clone(), v[:, :, extra:].clone()
        self.length = self.k.shape[2]
        return self.k, self.v


def decode_step(x_t, params, cache, *, n_heads):
    q, k, v = (
        (x_t @ params[name]).unflatten(-1, (n_heads, -1)).transpose(1, 2)
        for name in ("w_q", "w_k", "w_v")
    )
    rows = F.scaled_dot_product_attention(q, *cache.append(k, v))
    return rows.transpose(1, 2).flatten(2) @ params["w_o"]
