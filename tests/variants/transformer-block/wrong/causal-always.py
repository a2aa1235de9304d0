# tfmdrill: transformer-block (torch)
import torch
import torch.nn.functional as F


def attention(x, p, n_heads, causal, key_mask):
    B, n, d = x.shape
    d_head = d // n_heads
    q = (x @ p["w_q"]).view(B, n, n_heads, d_head).transpose(1, 2)
    k = (x @ p["w_k"]).view(B, n, n_heads, d_head).transpose(1, 2)
    v = (x @ p["w_v"]).view(B, n, n_heads, d_head).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / d_head**0.5
    mask = torch.ones(n, n, dtype=torch.bool, device=x.device)
    mask = torch.tril(mask)
    if key_mask is not None:
        mask = mask & key_mask[:, None, None, :]
    scores = scores.masked_fill(~mask, -1e9)
    weights = torch.softmax(scores, dim=-1)
    weights = weights.masked_fill(~mask.any(dim=-1, keepdim=True), 0.0)
    out = (weights @ v).transpose(1, 2).reshape(B, n, d)
    return out @ p["w_o"]


def mlp(x, p):
    h = F.gelu(x @ p["w1"] + p["b1"])
    return h @ p["w2"] + p["b2"]


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    def norm1(t):
        return F.layer_norm(t, t.shape[-1:], params["gamma1"], params["beta1"], eps=1e-5)

    def norm2(t):
        return F.layer_norm(t, t.shape[-1:], params["gamma2"], params["beta2"], eps=1e-5)

    def attn(t):
        return attention(t, params, n_heads, causal, key_mask)

    if norm == "pre":
        x = x + attn(norm1(x))
        x = x + mlp(norm2(x), params)
    else:
        x = norm1(x + attn(x))
        x = norm2(x + mlp(x, params))
    return x
