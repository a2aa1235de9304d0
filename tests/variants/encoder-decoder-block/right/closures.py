# tfmdrill: encoder-decoder-block (torch)
import torch
import torch.nn.functional as F


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    n = x.shape[1]
    causal = torch.arange(n)[None, :] > torch.arange(n)[:, None]

    def norm(i):
        return lambda t: F.layer_norm(t, t.shape[-1:], params[f"gamma{i}"], params[f"beta{i}"], 1e-5)

    def attend(prefix, q_in, kv_in, hidden):
        q, k, v, o = (params[f"{prefix}_{c}"] for c in "qkvo")
        shape = lambda t: t.view(t.shape[0], t.shape[1], n_heads, -1).permute(0, 2, 1, 3)
        q, k, v = shape(q_in @ q), shape(kv_in @ k), shape(kv_in @ v)
        s = (q * q.shape[-1] ** -0.5) @ k.mT
        w = torch.softmax(s.masked_fill(hidden, -1e30), -1)
        w = w.masked_fill(hidden.expand_as(w).all(-1, keepdim=True), 0)
        return (w @ v).permute(0, 2, 1, 3).flatten(2) @ o

    own = causal if key_mask is None else causal | ~key_mask[:, None, None]
    other = torch.zeros(1, 1, 1, memory.shape[1], dtype=torch.bool) if memory_mask is None else ~memory_mask[:, None, None]
    h = norm(1)(x)
    x = x + attend("w", h, h, own)
    x = x + attend("x", norm(3)(x), memory, other)
    return x + F.gelu(norm(2)(x) @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]
