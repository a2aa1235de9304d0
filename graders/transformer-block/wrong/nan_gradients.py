import torch
import torch.nn.functional as F


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    p, d = params, x.shape[-1]
    if norm == "pre":
        x = x + attention(
            F.layer_norm(x, (d,), p["gamma1"], p["beta1"]), p, n_heads, causal, key_mask
        )
        return x + mlp(F.layer_norm(x, (d,), p["gamma2"], p["beta2"]), p)
    x = F.layer_norm(x + attention(x, p, n_heads, causal, key_mask), (d,), p["gamma1"], p["beta1"])
    return F.layer_norm(x + mlp(x, p), (d,), p["gamma2"], p["beta2"])


def attention(x, p, h, causal, key_mask):
    B, n, d = x.shape
    q, k, v = ((x @ p[w]).view(B, n, h, d // h).transpose(1, 2) for w in ("w_q", "w_k", "w_v"))
    bias = torch.zeros(B, 1, n, n, dtype=x.dtype, device=x.device)
    if causal:
        ones = torch.ones(n, n, dtype=torch.bool, device=x.device)
        bias = bias.masked_fill(ones.triu(1), float("-inf"))
    if key_mask is not None:
        bias = bias.masked_fill(~key_mask[:, None, None, :], float("-inf"))
    weights = torch.softmax(q @ k.transpose(-2, -1) / (d // h) ** 0.5 + bias, dim=-1)
    return (torch.nan_to_num(weights) @ v).transpose(1, 2).reshape(B, n, d) @ p["w_o"]


def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
