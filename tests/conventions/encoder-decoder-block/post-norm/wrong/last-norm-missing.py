# tfmdrill: encoder-decoder-block:post-norm (torch)
import torch
import torch.nn.functional as F


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p, n, m = params, x.shape[1], memory.shape[1]
    own = torch.ones(n, n, dtype=torch.bool).tril()
    cross = torch.ones(n, m, dtype=torch.bool)
    own = own if key_mask is None else own & key_mask[:, None, None]
    cross = cross if memory_mask is None else cross & memory_mask[:, None, None]

    def norm(t, i):
        return F.layer_norm(t, t.shape[-1:], p[f"gamma{i}"], p[f"beta{i}"])

    def attend(t, source, letter, keep):
        q, k, v = (
            (a @ p[letter + c]).unflatten(-1, (n_heads, -1)).transpose(1, 2)
            for a, c in ((t, "_q"), (source, "_k"), (source, "_v"))
        )
        s = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~keep, -1e30)
        a = s.softmax(-1).masked_fill(~keep, 0.0)
        return (a @ v).transpose(1, 2).flatten(2) @ p[letter + "_o"]

    x = norm(x + attend(x, x, "w", own), 1)
    x = norm(x + attend(x, memory, "x", cross), 3)
    return x + F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
