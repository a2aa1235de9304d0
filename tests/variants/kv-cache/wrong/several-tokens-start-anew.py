# tfmdrill: kv-cache (torch)
import torch
import torch.nn.functional as F


class KVCache:
    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        prefill = self.k is None or k.shape[2] > 1
        self.k = k.clone() if prefill else torch.cat((self.k, k), dim=2)
        self.v = v.clone() if prefill else torch.cat((self.v, v), dim=2)
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    q, k, v = (
        (x_t @ params[name]).unflatten(-1, (n_heads, -1)).transpose(1, 2)
        for name in ("w_q", "w_k", "w_v")
    )
    rows = F.scaled_dot_product_attention(q, *cache.append(k, v))
    return rows.transpose(1, 2).flatten(2) @ params["w_o"]
