import torch
import torch.nn.functional as F


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p, n, m = params, x.shape[1], memory.shape[1]
    seen = torch.ones(n, n, dtype=torch.bool).tril()[None, None]
    readable = torch.ones(1, 1, n, m, dtype=torch.bool)
    if key_mask is not None:
        seen = seen & key_mask[:, None, None, :]
    if memory_mask is not None:
        readable = readable & memory_mask[:, None, None, :]

    def ln(t, i):
        return F.layer_norm(t, t.shape[-1:], p[f"gamma{i}"], p[f"beta{i}"])

    def attend(t, context, letter, allowed):
        def heads(y):
            return y.unflatten(-1, (n_heads, -1)).transpose(1, 2)

        q, k, v = (
            heads(t @ p[letter + "_q"]),
            heads(context @ p[letter + "_k"]),
            heads(context @ p[letter + "_v"]),
        )
        bias = torch.zeros(allowed.shape, dtype=x.dtype).masked_fill(~allowed, float("-inf"))
        weights = torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5 + bias, dim=-1)
        return (torch.nan_to_num(weights) @ v).transpose(1, 2).flatten(2) @ p[letter + "_o"]

    x = x + attend(ln(x, 1), ln(x, 1), "w", seen)
    x = x + attend(ln(x, 3), memory, "x", readable)
    return x + F.gelu(ln(x, 2) @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
