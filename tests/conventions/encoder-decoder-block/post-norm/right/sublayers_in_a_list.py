# tfmdrill: encoder-decoder-block:post-norm (torch)
from functools import partial

import torch
import torch.nn.functional as F


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    def attention(letter, mask, causal, stream):
        source = stream if letter == "w" else memory
        keep = torch.ones(stream.shape[1], source.shape[1], dtype=torch.bool)
        keep = keep.tril() if causal else keep
        keep = keep if mask is None else keep & mask[:, None, None, :]
        q = stream @ params[letter + "_q"]
        k, v = source @ params[letter + "_k"], source @ params[letter + "_v"]
        q, k, v = (torch.stack(t.chunk(n_heads, dim=-1), dim=1) for t in (q, k, v))
        s = torch.where(keep, q @ k.mT * q.shape[-1] ** -0.5, torch.finfo(q.dtype).min)
        out = s.softmax(-1).where(keep, 0.0) @ v
        return torch.cat(out.unbind(1), dim=-1) @ params[letter + "_o"]

    def mlp(stream):
        hidden = F.gelu(torch.addmm(params["b1"], stream.flatten(0, 1), params["w1"]))
        return torch.addmm(params["b2"], hidden, params["w2"]).view_as(stream)

    own = partial(attention, "w", key_mask, True)
    cross = partial(attention, "x", memory_mask, False)
    for i, sublayer in ((1, own), (3, cross), (2, mlp)):
        total = x + sublayer(x)
        x = F.layer_norm(total, total.shape[-1:], params[f"gamma{i}"], params[f"beta{i}"])
    return x
