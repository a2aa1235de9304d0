# tfmdrill: sliding-window-attention (torch)
import torch


def sliding_window_attention(q, k, v, *, window):
    """One diagonal of the band at a time: the score of each query with the key j places before it."""
    if window < 1:
        raise ValueError(f"{window=}")
    n = q.shape[2]
    columns = []
    for j in range(min(window, n)):
        s = (q[:, :, j:] * k[:, :, : n - j]).sum(-1) * q.shape[-1] ** -0.5
        columns.append(torch.cat([s.new_full((*s.shape[:2], j), float("-inf")), s], dim=2))
    p = torch.stack(columns, dim=-1).softmax(dim=-1)
    out = torch.zeros_like(v)
    for j in range(p.shape[-1]):
        out[:, :, j:] += p[:, :, j:, j, None] * v[:, :, : n - j]
    return out
