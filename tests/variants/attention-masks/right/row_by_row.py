# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    B, h, n, d_k = q.shape
    m, d_v = v.shape[-2:]
    batches = []
    for b in range(B):
        rows = []
        for i in range(n):
            seen = [
                j
                for j in range(m)
                if (key_mask is None or bool(key_mask[b, j])) and (not causal or j - i <= m - n)
            ]
            if not seen:
                rows.append(torch.zeros(h, d_v, dtype=q.dtype, device=q.device))
                continue
            s = (k[b][:, seen] @ q[b, :, i].unsqueeze(-1)).squeeze(-1) * d_k**-0.5
            rows.append((torch.softmax(s, -1).unsqueeze(-1) * v[b][:, seen]).sum(1))
        batches.append(torch.stack(rows, dim=1))
    return torch.stack(batches)
