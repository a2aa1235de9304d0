# tfmdrill: gelu (torch)
import torch


class GELU(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.k = (2.0 / torch.pi) ** 0.5

    def forward(self, x, approximate):
        if approximate:
            return 0.5 * x * (1 + (self.k * x * (1 + 0.044715 * x * x)).tanh())
        return x * torch.special.ndtr(x)


_module = GELU()


def gelu(x, **options):
    print("gelu", tuple(x.shape))
    return _module(x, options.get("approximate", False))
