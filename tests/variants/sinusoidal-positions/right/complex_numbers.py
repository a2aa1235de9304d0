# tfmdrill: sinusoidal-positions (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    """exp(i angle) has the cosine as its real part and the sine as its imaginary one."""
    if d % 2:
        raise ValueError(d)
    inv_freq = 1.0 / (base ** (torch.arange(0, d, 2).float() / d))
    angle = torch.einsum("p,f->pf", torch.arange(n).float(), inv_freq)
    turned = torch.polar(torch.ones_like(angle), angle)
    return torch.view_as_real(turned).flip(-1).reshape(n, d)
