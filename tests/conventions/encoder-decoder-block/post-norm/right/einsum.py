# tfmdrill: encoder-decoder-block:post-norm (torch)
import torch
import torch.nn.functional as F


def attend(x, source, w_q, w_k, w_v, w_o, h, keep):
    d = x.shape[-1]

    def heads(t, w):
        return torch.einsum("bnd,dhw->bhnw", t, w.reshape(d, h, d // h))

    s = torch.einsum("bhnw,bhmw->bhnm", heads(x, w_q), heads(source, w_k)) * (d // h) ** -0.5
    a = torch.where(keep, s, torch.finfo(s.dtype).min).softmax(-1) * keep
    return torch.einsum("bhnm,bhmw,hwd->bnd", a, heads(source, w_v), w_o.reshape(h, d // h, d))


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    (B, n, d), m = x.shape, memory.shape[1]
    own = torch.ones(B, 1, n, n, dtype=torch.bool).tril()
    cross = torch.ones(B, 1, n, m, dtype=torch.bool)
    if key_mask is not None:
        own = own & key_mask[:, None, None]
    if memory_mask is not None:
        cross = cross & memory_mask[:, None, None]

    def norm(t, i):
        return F.layer_norm(t, (d,), params[f"gamma{i}"], params[f"beta{i}"], 1e-5)

    w = [params["w_" + c] for c in "qkvo"]
    c = [params["x_" + c] for c in "qkvo"]
    x = norm(x + attend(x, x, *w, n_heads, own), 1)
    x = norm(x + attend(x, memory, *c, n_heads, cross), 3)
    return norm(x + F.gelu(x @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"], 2)
