# tfmdrill: grouped-query-attention (torch)
import torch


def grouped_query_attention(q, k, v, *, causal=False):
    B, h_q, n, d = q.shape
    h_kv, m = k.shape[1], k.shape[2]
    if h_q % h_kv:
        raise ValueError("bad heads")
    mask = torch.ones(n, m, dtype=torch.bool)
    if causal:
        mask = mask.tril(m - n)
    outs = []
    for i in range(h_q):
        kv = i // h_kv
        s = q[:, i] @ k[:, kv].transpose(1, 2) / d**0.5
        p = s.masked_fill(~mask, -1e9).softmax(-1) * mask
        outs.append(p @ v[:, kv])
    return torch.stack(outs, 1)
