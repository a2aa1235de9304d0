# tfmdrill: kv-cache (torch)
import torch
import torch.nn.functional as F


class KVCache:
    def __init__(self):
        self.kv = None

    def append(self, k, v):
        new = torch.stack([k, v])
        self.kv = new if self.kv is None else torch.cat([self.kv, new], dim=-2)
        return self.kv.unbind(0)

    length = property(lambda self: 0 if self.kv is None else self.kv.size(-2))


def decode_step(x_t, params, cache, **options):
    n_heads = options["n_heads"]
    B, _, d = x_t.shape
    q, k, v = torch.stack([x_t @ params[w] for w in ("w_q", "w_k", "w_v")]).view(3, B, n_heads, 1, d // n_heads)
    out = F.scaled_dot_product_attention(q, *cache.append(k, v))
    return out.view(B, 1, d).matmul(params["w_o"])
