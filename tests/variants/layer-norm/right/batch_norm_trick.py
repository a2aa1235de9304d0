# tfmdrill: layer-norm (torch)
import torch
import torch.nn.functional as F


def layer_norm(x, gamma, beta, *, eps=1e-5):
    """Each row as a channel of a batch of one."""
    d = x.shape[-1]
    rows = x.reshape(1, -1, d)
    normal = F.batch_norm(rows, None, None, training=True, eps=eps)
    return normal.reshape(x.shape) * gamma + beta
