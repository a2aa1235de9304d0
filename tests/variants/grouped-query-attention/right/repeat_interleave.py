# tfmdrill: grouped-query-attention (torch)
import torch


def grouped_query_attention(q, k, v, *, causal=False):
    if q.size(1) % k.size(1) != 0:
        raise ValueError("h_q % h_kv != 0")
    k = torch.repeat_interleave(k, q.size(1) // k.size(1), dim=1)
    v = torch.repeat_interleave(v, q.size(1) // v.size(1), dim=1)
    s = torch.einsum("bhid,bhjd->bhij", q, k) / q.size(-1) ** 0.5
    if causal:
        n, m = s.shape[-2:]
        s = s.masked_fill(torch.triu(torch.ones(n, m, dtype=torch.bool), m - n + 1), float("-inf"))
    p = torch.softmax(s, dim=-1)
    return torch.nan_to_num(p, nan=0.0) @ v  # masked_fill stops the NaN on the way back
