# tfmdrill: encoder-decoder-block (torch)
import torch
import torch.nn.functional as F
from functools import partial


def _block(dtype, x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    given = x.dtype
    x, memory = x.to(dtype), memory.to(dtype)
    p = {name: value.to(dtype) for name, value in params.items()}
    n, m = x.shape[1], memory.shape[1]
    sublayers = [
        ("1", lambda t: attend(t, t, p, "w", n_heads, causal=True, mask=key_mask)),
        ("3", lambda t: attend(t, memory, p, "x", n_heads, causal=False, mask=memory_mask)),
        ("2", lambda t: F.gelu(t @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]),
    ]
    for i, f in sublayers:
        x = x + f(F.layer_norm(x, x.shape[-1:], p["gamma" + i], p["beta" + i]))
    return x.to(given)


def attend(x, c, p, w, h, *, causal, mask):
    b, n, d = x.shape
    q, k, v = ((t @ p[w + s]).reshape(b, -1, h, d // h).transpose(1, 2) for t, s in ((x, "_q"), (c, "_k"), (c, "_v")))
    hide = torch.zeros(b, 1, n, c.shape[1], dtype=torch.bool)
    if causal:
        hide = hide | torch.ones(n, n, dtype=torch.bool).triu(1)
    if mask is not None:
        hide = hide | mask.logical_not()[:, None, None, :]
    s = (q @ k.mT / (d // h) ** 0.5).masked_fill(hide, float("-inf"))
    s = s.masked_fill(hide.all(-1, keepdim=True), 0.0)
    return (s.softmax(-1).masked_fill(hide, 0.0) @ v).transpose(1, 2).reshape(b, n, d) @ p[w + "_o"]


decoder_block = partial(_block, torch.float64)
