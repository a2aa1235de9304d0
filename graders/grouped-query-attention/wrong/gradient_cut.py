import torch


def grouped_query_attention(q, k, v, *, causal=False):
    h_q, h_kv = q.shape[1], k.shape[1]
    if h_q % h_kv != 0:
        raise ValueError("the key heads must divide the query heads")
    k = torch.from_numpy(k.detach().numpy().repeat(h_q // h_kv, axis=1))
    v = torch.from_numpy(v.detach().numpy().repeat(h_q // h_kv, axis=1))
    n, m = q.shape[-2], k.shape[-2]
    allowed = torch.ones(n, m, dtype=torch.bool)
    if causal:
        allowed = allowed.tril(m - n)
    scores = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~allowed, torch.finfo(q.dtype).min)
    return torch.softmax(scores, dim=-1).masked_fill(~allowed, 0.0) @ v
