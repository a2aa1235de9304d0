# tfmdrill: rms-norm (torch)
import torch.nn.functional as F


def rms_norm(x, weight, *, eps=1e-6):
    scale = x.shape[-1] ** 0.5
    return (F.normalize(x.float(), dim=-1) * scale * weight).to(x.dtype)
