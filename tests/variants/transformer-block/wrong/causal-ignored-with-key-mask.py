# tfmdrill: transformer-block (torch)
import torch
import torch.nn.functional as F


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    p = params
    B, n, d = x.shape
    ln = lambda t, i: F.layer_norm(t, (d,), p[f"gamma{i}"], p[f"beta{i}"])
    ok = torch.ones(B, 1, n, n, dtype=torch.bool)
    if key_mask is not None:
        ok = key_mask[:, None, None].expand(B, 1, n, n)
    elif causal:
        ok = ok.tril()

    def attn(t):
        q, k, v = (
            (t @ p[w]).view(B, n, n_heads, -1).transpose(1, 2) for w in ("w_q", "w_k", "w_v")
        )
        a = (q @ k.mT / (d // n_heads) ** 0.5).masked_fill(~ok, -1e30).softmax(-1) * ok
        return (a @ v).transpose(1, 2).reshape(B, n, d) @ p["w_o"]

    mlp = lambda t: F.gelu(t @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
    if norm == "pre":
        x = x + attn(ln(x, 1))
        return x + mlp(ln(x, 2))
    x = ln(x + attn(x), 1)
    return ln(x + mlp(x), 2)
