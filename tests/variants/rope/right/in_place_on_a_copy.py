# tfmdrill: rope (torch)
import torch


def checked(function):
    def wrapper(x, positions, **options):
        if x.shape[-1] % 2:
            raise ValueError("width must be even")
        return function(x, positions, **options)

    return wrapper


@checked
def apply_rope(x, positions, **options):
    base = options.get("base", 10000.0)
    d = x.shape[-1]
    out = x.clone()
    if positions.ndim == 1:
        positions = positions.expand(x.shape[0], -1)
    for i in range(d // 2):
        angle = positions.float() * base ** (-2 * i / d)
        c = angle.cos()[:, None, :].to(x.dtype)
        s = angle.sin()[:, None, :].to(x.dtype)
        out[..., 2 * i] = x[..., 2 * i] * c - x[..., 2 * i + 1] * s
        out[..., 2 * i + 1] = x[..., 2 * i] * s + x[..., 2 * i + 1] * c
    return out
