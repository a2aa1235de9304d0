# tfmdrill: encoder-decoder-block:post-norm (torch)
import torch
from torch.nn.functional import gelu


class Block:
    def __init__(self, params, n_heads):
        self.p, self.h = params, n_heads

    def norm(self, x, i):
        c = x - x.mean(-1, keepdim=True)
        scale = torch.rsqrt(c.square().mean(-1, keepdim=True) + 1e-5)
        return c * scale * self.p[f"gamma{i}"] + self.p[f"beta{i}"]

    def attend(self, letter, x, source, hidden):
        q, k, v = (t @ self.p[f"{letter}_{c}"] for t, c in ((x, "q"), (source, "k"), (source, "v")))
        q, k, v = (t.unflatten(2, (self.h, -1)).transpose(1, 2) for t in (q, k, v))
        s = (q @ k.mT / q.size(-1) ** 0.5).masked_fill(hidden, -1e30)
        a = s.softmax(-1).masked_fill(hidden, 0.0)
        return (a @ v).transpose(1, 2).flatten(2) @ self.p[letter + "_o"]

    def mlp(self, x):
        return gelu(x @ self.p["w1"] + self.p["b1"]) @ self.p["w2"] + self.p["b2"]


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    block = Block(params, n_heads)
    n, m = x.size(1), memory.size(1)
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    none = torch.zeros(n, m, dtype=torch.bool)
    own = future if key_mask is None else future | ~key_mask[:, None, None]
    cross = none if memory_mask is None else none | ~memory_mask[:, None, None]
    x = block.norm(x + block.attend("w", x, x, own), 1)
    x = block.norm(x + block.attend("x", x, memory, cross), 3)
    return block.norm(x + block.mlp(x), 2)
