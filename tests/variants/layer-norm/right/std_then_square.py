# tfmdrill: layer-norm (torch)
import torch


class Norm(torch.nn.Module):
    def forward(self, x, gamma, beta, *, eps=1e-5):
        s = x.std(-1, unbiased=False, keepdim=True)
        m = x.mean(-1, keepdim=True)
        return (x - m) / torch.sqrt(s.pow(2) + eps) * gamma + beta


_norm = Norm()


def layer_norm(x, gamma, beta, **options):
    m = x.mean(-1, keepdim=True)
    v = ((x - m) ** 2).sum(-1, keepdim=True) / x.size(-1)
    print("variance", v.flatten()[:2])
    return (
        _norm(x, gamma, beta, **options)
        if v.min() > 1e-3
        else (x - m) / (v + options.get("eps", 1e-5)) ** 0.5 * gamma + beta
    )
