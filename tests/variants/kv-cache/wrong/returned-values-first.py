# tfmdrill: kv-cache (torch)
import torch


class KVCache:
    def __init__(self):
        self.cache = {}

    def append(self, k, v):
        for name, new in {"v": v, "k": k}.items():
            self.cache[name] = torch.cat([self.cache[name], new], 2) if name in self.cache else new
        return tuple(self.cache.values())

    @property
    def length(self):
        return self.cache["k"].shape[2] if self.cache else 0


def decode_step(x_t, params, cache, *, n_heads):
    B, _, d = x_t.shape
    q, k, v = [(x_t @ params[n]).view(B, n_heads, 1, -1) for n in ("w_q", "w_k", "w_v")]
    k, v = cache.append(k, v)
    w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)
    return (w @ v).view(B, 1, d) @ params["w_o"]
