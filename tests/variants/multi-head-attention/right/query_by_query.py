# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if n_heads > d or d % n_heads:
        raise ValueError("n_heads")
    q, k, v = [torch.stack((x @ w).split(d // n_heads, dim=-1)) for w in (w_q, w_k, w_v)]  # (h, B, n, w)
    rows = []
    for b in range(B):
        for i in range(n):
            seen = torch.arange(i + 1 if causal else n)
            if key_mask is not None:
                seen = seen[key_mask[b, seen]]
            if len(seen) == 0:
                rows.append(x.new_zeros(d))
                continue
            s = (k[:, b, seen] * q[:, b, i, None]).sum(-1) / (d // n_heads) ** 0.5
            p = torch.softmax(s, dim=1)
            rows.append((p.unsqueeze(-1) * v[:, b, seen]).sum(1).reshape(d))
    return torch.stack(rows).view(B, n, d) @ w_o
