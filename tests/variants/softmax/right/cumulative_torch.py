# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    """Powers of two, and the sum through a product with ones."""
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    dtype = x.dtype
    x = x.double().transpose(dim, -1)
    z = (x - x.amax(-1, keepdim=True)) * (1.4426950408889634 / temperature)
    p = torch.exp2(z)
    total = torch.einsum("...v->...", p)[..., None]
    return (p / total).transpose(dim, -1).to(dtype)
