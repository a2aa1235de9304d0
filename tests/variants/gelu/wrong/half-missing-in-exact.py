# tfmdrill: gelu (torch)
import torch


class Gelu:
    def __call__(self, x, *, approximate=False):
        return self.tanh_form(x) if approximate else self.erf_form(x)

    def erf_form(self, x):
        return x * (1 + torch.erf(x / 2**0.5))

    def tanh_form(self, x):
        return x * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (x + 0.044715 * x.pow(3)))) / 2


gelu = Gelu()
