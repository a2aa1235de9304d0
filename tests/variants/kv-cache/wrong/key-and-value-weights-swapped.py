# tfmdrill: kv-cache (torch)
import torch
import torch.nn.functional as F


class KVCache:
    def __init__(self):
        self.pairs = None

    def append(self, k, v):
        new = (k.clone(), v.clone())
        if self.pairs is not None:
            new = tuple(torch.cat(both, 2) for both in zip(self.pairs, new))
        self.pairs = new
        return self.pairs

    @property
    def length(self):
        return 0 if self.pairs is None else self.pairs[0].shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    q, k, v = (
        (x_t @ params[name]).unflatten(-1, (n_heads, -1)).transpose(1, 2)
        for name in ("w_q", "w_v", "w_k")
    )
    rows = F.scaled_dot_product_attention(q, *cache.append(k, v))
    return rows.transpose(1, 2).flatten(2) @ params["w_o"]
