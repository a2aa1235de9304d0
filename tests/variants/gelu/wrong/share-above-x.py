# tfmdrill: gelu (torch)
import torch

gelu = lambda x, *, approximate=False: (
    x * torch.sigmoid(2 * (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3))
    if approximate
    else 0.5 * x * torch.erfc(x * 2**-0.5)
)
