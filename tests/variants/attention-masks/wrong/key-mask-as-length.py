# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    B, h, n, _ = q.shape
    m = k.shape[2]
    lengths = [m] * B if key_mask is None else key_mask.sum(1).tolist()
    outs = []
    for b in range(B):
        if lengths[b] == 0:
            outs.append(torch.zeros(h, n, v.shape[3], dtype=q.dtype))
            continue
        hidden = torch.zeros(n, m, dtype=torch.bool)
        hidden[:, lengths[b] :] = True
        if causal:
            hidden |= torch.ones(n, m, dtype=torch.bool).triu(m - n + 1)
        s = q[b] @ k[b].transpose(1, 2) / q.shape[3] ** 0.5
        w = s.masked_fill(hidden, torch.finfo(s.dtype).min).softmax(-1)
        outs.append(w.masked_fill(hidden, 0) @ v[b])
    return torch.stack(outs)
