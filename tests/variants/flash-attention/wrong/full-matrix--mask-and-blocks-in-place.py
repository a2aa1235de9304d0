# tfmdrill: flash-attention (torch)
import torch
def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    B, h, n, d = q.shape
    m = k.shape[2]
    keep = torch.ones(n, m, dtype=torch.bool).tril_(m - n) if causal else None
    top = q.new_full((B, h, n, 1), -torch.inf)
    den = q.new_zeros(B, h, n, 1)
    num = q.new_zeros(B, h, n, v.shape[-1])
    for start in range(0, m, block_size):
        s = q @ k[:, :, start:start + block_size].transpose(-1, -2)
        s *= d ** -0.5
        if causal:
            s.masked_fill_(~keep[:, start:start + block_size], -torch.inf)
        new_top = torch.maximum(top, s.amax(-1, keepdim=True))
        safe = new_top.masked_fill(torch.isneginf(new_top), 0.0)
        s -= safe
        s.exp_()
        old = torch.exp(top - safe)
        den = den * old + s.sum(-1, keepdim=True)
        num = num * old + s @ v[:, :, start:start + block_size]
        top = new_top
    return torch.where(den > 0, num / den, torch.zeros_like(num))
