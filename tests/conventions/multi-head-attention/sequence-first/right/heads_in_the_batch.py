# tfmdrill: multi-head-attention:sequence-first (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    n, B, d = x.shape
    if d % n_heads:
        raise ValueError("heads")
    w = d // n_heads
    q, k, v = ((x @ m).reshape(n, B * n_heads, w).transpose(0, 1) for m in (w_q, w_k, w_v))
    hidden = torch.zeros(B, 1, n, n, dtype=torch.bool)
    if causal:
        hidden = hidden | torch.ones(n, n, dtype=torch.bool).triu(1)
    if key_mask is not None:
        hidden = hidden | ~key_mask[:, None, None, :]
    hidden = hidden.expand(B, n_heads, n, n).reshape(B * n_heads, n, n)
    scores = torch.bmm(q, k.transpose(1, 2)) * w**-0.5
    a = scores.masked_fill(hidden, torch.finfo(x.dtype).min).softmax(-1).masked_fill(hidden, 0.0)
    return torch.bmm(a, v).transpose(0, 1).reshape(n, B, d) @ w_o
