# tfmdrill: encoder-decoder-block (torch)
import torch
import torch.nn.functional as F
from einops import einsum, rearrange
from jaxtyping import Bool, Float
from torch import Tensor


def decoder_block(
    x: Float[Tensor, "b n d"],
    memory: Float[Tensor, "b m d"],
    params: dict[str, Tensor],
    *,
    n_heads: int,
    key_mask: Bool[Tensor, "b n"] | None = None,
    memory_mask: Bool[Tensor, "b m"] | None = None,
) -> Float[Tensor, "b n d"]:
    b, n, d = x.shape
    keep = torch.ones(b, 1, n, n, dtype=torch.bool).tril()
    read = torch.ones(b, 1, n, memory.shape[1], dtype=torch.bool)
    if key_mask is not None:
        keep = keep & rearrange(key_mask, "b j -> b 1 1 j")
    if memory_mask is not None:
        read = read & rearrange(memory_mask, "b j -> b 1 1 j")
    y = ln(x, params, "1")
    x = x + mha(y, y, params, "w", n_heads, keep)
    x = x + mha(ln(x, params, "3"), memory, params, "x", n_heads, read)
    y = F.gelu(einsum(ln(x, params, "2"), params["w1"], "b n d, d f -> b n f") + params["b1"])
    return x + einsum(y, params["w2"], "b n f, f d -> b n d") + params["b2"]


def ln(t, p, i):
    v, m = torch.var_mean(t, -1, correction=0, keepdim=True)
    return (t - m) * torch.rsqrt(v + 1e-5) * p["gamma" + i] + p["beta" + i]


def mha(t, c, p, w, h, keep):
    q = rearrange(t @ p[w + "_q"], "b n (h c) -> b h n c", h=h)
    k, v = (rearrange(c @ p[w + s], "b m (h c) -> b h m c", h=h) for s in ("_k", "_v"))
    s = einsum(q, k, "b h i c, b h j c -> b h i j") / q.shape[-1] ** 0.5
    top = s.masked_fill(~keep, -1e30).amax(-1, keepdim=True).detach()
    e = torch.exp((s - top).clamp(max=0)) * keep
    z = e.sum(-1, keepdim=True)
    out = einsum(e / (z + (z == 0)), v, "b h i j, b h j c -> b h i c")
    return rearrange(out, "b h n c -> b n (h c)") @ p[w + "_o"]
