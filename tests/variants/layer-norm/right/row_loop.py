# tfmdrill: layer-norm (torch)
import torch


def layer_norm(x, gamma, beta, *, eps=1e-5):
    rows = []
    for row in x.reshape(-1, x.shape[-1]):
        m = sum(row) / len(row)
        v = sum((a - m) ** 2 for a in row) / len(row)
        rows.append(torch.stack([(a - m) / (v + eps) ** 0.5 for a in row]) * gamma + beta)
    return torch.stack(rows).view(x.shape)
