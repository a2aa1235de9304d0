# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError("d % n_heads != 0")
    q, k, v = ((x @ w) for w in (w_q, w_k, w_v))
    q, k, v = (torch.cat(a.split(d // n_heads, dim=2), dim=0) for a in (q, k, v))  # (h*B, n, d/h)
    s = q @ k.transpose(1, 2) * (d // n_heads) ** -0.5
    keep = torch.ones(n_heads * B, n, n, dtype=torch.bool)
    if causal:
        keep = keep.tril()
    if key_mask is not None:
        keep = keep & key_mask.repeat_interleave(n_heads, dim=0)[:, None, :]
    p = torch.softmax(s.masked_fill(~keep, -1e9), dim=-1) * keep
    return torch.cat((p @ v).split(B, dim=0), dim=2) @ w_o
