# tfmdrill: top-p (torch)
import functools

import torch


def no_grad(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        with torch.inference_mode():
            return function(*args, **kwargs)

    return inner


@no_grad
def top_p_filter(logits, p, **options):
    x = logits.clone()
    if p < 1:
        order = torch.argsort(x, dim=1, descending=True)
        for b in range(x.size(0)):
            c = x[b, order[b]].softmax(0).cumsum(0)
            k = int(torch.searchsorted(c, torch.tensor(float(p), dtype=c.dtype))) + 1
            x[b, order[b, k:]] = float("-inf")
    return x.t().contiguous().t()
