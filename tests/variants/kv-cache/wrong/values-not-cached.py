# tfmdrill: kv-cache (torch)
import torch


class KVCache:
    def __init__(self):
        self.k = None

    def append(self, k, v):
        if self.k is not None:
            k = torch.cat([self.k, k], dim=2)
        self.k = k
        return k, v

    @property
    def length(self):
        return 0 if self.k is None else self.k.size(2)


def decode_step(x_t, params, cache, *, n_heads):
    B, _, d = x_t.shape
    q, k, v = [(x_t @ params[n]).view(B, n_heads, 1, -1) for n in ("w_q", "w_k", "w_v")]
    k, v = cache.append(k, v)
    w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)
    return (w @ v).view(B, 1, d) @ params["w_o"]
