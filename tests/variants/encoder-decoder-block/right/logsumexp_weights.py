# tfmdrill: encoder-decoder-block (torch)
import torch
from functools import partial


def _norm(p, i, x):
    c = x - x.mean(-1, keepdim=True)
    return c * (c.square().mean(-1, keepdim=True) + 1e-5).rsqrt() * p[f"gamma{i}"] + p[f"beta{i}"]


def _attend(p, pre, h, keep, q, kv):
    d = q.shape[-1]
    Q, K, V = [
        torch.stack((t @ p[pre + c]).split(d // h, -1), 1)
        for t, c in ((q, "q"), (kv, "k"), (kv, "v"))
    ]
    s = torch.einsum("bhne,bhme->bhnm", Q, K) / (d // h) ** 0.5
    lse = torch.logsumexp(torch.where(keep, s, s.new_tensor(-1e30)), -1, keepdim=True)
    w = torch.where(
        keep, (torch.where(keep, s - lse, s.new_tensor(-100.0))).exp(), s.new_tensor(0.0)
    )
    return torch.cat(list((w @ V).unbind(1)), -1) @ p[pre + "o"]


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    dt = x.dtype
    p = {k: v.double() for k, v in params.items()}
    x, memory = x.double(), memory.double()
    n = x.shape[1]
    keep = (torch.arange(n)[:, None] >= torch.arange(n))[None, None]
    if key_mask is not None:
        keep = keep * key_mask[:, None, None]
    mkeep = torch.tensor(True) if memory_mask is None else memory_mask[:, None, None]
    y = _norm(p, 1, x)
    for f in (
        lambda x: _attend(p, "w_", n_heads, keep, y, y),
        lambda x: _attend(p, "x_", n_heads, mkeep, _norm(p, 3, x), memory),
        lambda x: (
            (lambda u: u * torch.special.ndtr(u))(_norm(p, 2, x) @ p["w1"] + p["b1"]) @ p["w2"]
            + p["b2"]
        ),
    ):
        x = x + f(x)
    return x.to(dt)
