# tfmdrill: flash-attention (torch)
import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    """Each block gives an output and a log-sum-exp; two of them are merged by logaddexp."""
    if block_size <= 0:
        raise ValueError("blocks need at least one key")
    n, m = q.size(-2), k.size(-2)
    out = lse = None
    for start in range(0, m, block_size):
        o, l = one_block(q, k[:, :, start : start + block_size], v[:, :, start : start + block_size],
                         start + n - m if causal else None)
        if out is None:
            out, lse = o, l
        else:
            new = torch.logaddexp(lse, l)
            keep = torch.where(new.isinf(), torch.zeros_like(new), new)
            out = (lse - keep).exp() * out + (l - keep).exp() * o
            lse = new
    return out


def one_block(q, k, v, offset):
    s = (q @ k.mT).div(q.size(-1) ** 0.5)
    if offset is not None:
        ahead = torch.ones(s.shape[-2:], dtype=torch.bool).triu(1 - offset)
        s = s.masked_fill(ahead, -torch.inf)
    lse = s.logsumexp(-1, keepdim=True)
    p = (s - lse).exp().nan_to_num(0.0)
    return p @ v, lse
