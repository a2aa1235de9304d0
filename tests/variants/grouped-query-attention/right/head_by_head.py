# tfmdrill: grouped-query-attention (torch)
import torch


def one_head(q, k, v, causal):
    n, m = q.shape[1], k.shape[1]
    first = max(n - m, 0) if causal else 0  # queries before the first key
    s = torch.bmm(q[:, first:], k.transpose(1, 2)) / q.shape[-1] ** 0.5
    if causal:
        s = s + torch.full((n, m), float("-inf"), dtype=s.dtype).triu(m - n + 1)[first:]
    out = torch.bmm(torch.softmax(s, dim=-1), v)
    return torch.cat([q.new_zeros(q.shape[0], first, q.shape[2]), out], dim=1)


def grouped_query_attention(q, k, v, *, causal=False):
    if q.shape[1] % k.shape[1]:
        raise ValueError("h_kv must divide h_q")
    heads = [
        one_head(qi, k[:, i * k.shape[1] // q.shape[1]], v[:, i * k.shape[1] // q.shape[1]], causal)
        for i, qi in enumerate(q.unbind(1))
    ]
    return torch.stack(heads, dim=1)
