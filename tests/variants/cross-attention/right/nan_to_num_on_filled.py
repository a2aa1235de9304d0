# tfmdrill: cross-attention (torch)
import torch


def to_heads(h):
    def f(a):
        return torch.stack(a.split(a.shape[-1] // h, dim=-1), dim=1)

    return f


def cross_attention(x, context, *weights, n_heads, **options):
    if x.shape[-1] % n_heads:
        raise ValueError
    w_q, w_k, w_v, w_o = weights
    q, k, v = map(to_heads(n_heads), (x @ w_q, context @ w_k, context @ w_v))
    s = q @ k.mT / q.shape[-1] ** 0.5
    mask = options.get("context_mask")
    if mask is not None:
        s = s.masked_fill(~mask[:, None, None, :], float("-inf"))
    p = s.softmax(-1).nan_to_num(0.0)  # masked_fill stops the NaN on the way back
    return torch.cat((p @ v).unbind(1), dim=-1) @ w_o
