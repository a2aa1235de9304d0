import torch


def grouped_query_attention(q, k, v, *, causal=False):
    h_q, h_kv = q.shape[1], k.shape[1]
    if h_q % h_kv != 0:
        raise ValueError("the key heads must divide the query heads")
    k = k.repeat_interleave(h_q // h_kv, dim=1)
    v = v.repeat_interleave(h_q // h_kv, dim=1)
    n, m = q.shape[-2], k.shape[-2]
    bias = torch.zeros(n, m, dtype=q.dtype)
    if causal:
        bias = torch.full((n, m), float("-inf"), dtype=q.dtype).triu(m - n + 1)
    weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5 + bias, dim=-1)
    return torch.nan_to_num(weights) @ v
