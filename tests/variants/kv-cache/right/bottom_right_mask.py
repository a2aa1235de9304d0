# tfmdrill: kv-cache (torch)
import torch


def causal_mask(n, m):
    return torch.ones(n, m, dtype=torch.bool).tril(diagonal=m - n)


def attention(q, k, v):
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    scores = scores.masked_fill(~causal_mask(q.shape[-2], k.shape[-2]), float("-inf"))
    return torch.softmax(scores, -1) @ v


class KVCache:
    __slots__ = ("_k", "_v")

    def __init__(self):
        self._k = self._v = None

    def append(self, k, v):
        self._k = k if self._k is None else torch.cat((self._k, k), -2)
        self._v = v if self._v is None else torch.cat((self._v, v), -2)
        return self._k, self._v

    @property
    def length(self):
        return 0 if self._k is None else self._k.size(-2)


class Layer:
    def __call__(self, x_t, params, cache, *, n_heads):
        B, n, d = x_t.shape
        q, k, v = (
            (x_t @ params[name]).view(B, n, n_heads, d // n_heads).permute(0, 2, 1, 3)
            for name in ("w_q", "w_k", "w_v")
        )
        out = attention(q, *cache.append(k, v))
        return out.permute(0, 2, 1, 3).contiguous().view(B, n, d) @ params["w_o"]


decode_step = Layer()
