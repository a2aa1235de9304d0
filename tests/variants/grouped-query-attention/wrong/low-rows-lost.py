# tfmdrill: grouped-query-attention (torch)
import torch


def grouped_query_attention(q, k, v, *, causal=False):
    B, hq, n, d = q.shape
    hk, m = k.shape[1], k.shape[2]
    if hq % hk:
        raise ValueError("h_kv must divide h_q")
    g = hq // hk
    s = torch.matmul(q.reshape(B, hk, g * n, d) * d**-0.5, k.mT)
    if not causal:
        return (s.softmax(-1) @ v).reshape(B, hq, n, d)
    keep = torch.ones(n, m).tril(m - n).bool().repeat(g, 1)
    s = s.masked_fill(~keep, -1e4)
    return ((s - s.logsumexp(-1, keepdim=True)).exp().masked_fill(~keep, 0) @ v).reshape(
        B, hq, n, d
    )
