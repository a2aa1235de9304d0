import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size must be at least 1")
    n, m = q.shape[-2], k.shape[-2]
    q = q * q.shape[-1] ** -0.5
    top = q.new_full((*q.shape[:-1], 1), float("-inf"))
    total = torch.zeros_like(top)
    out = q.new_zeros(*q.shape[:-1], v.shape[-1])
    position = torch.arange(m - n, m, device=q.device)[:, None]  # of each query among the keys

    for start in range(0, m, block_size):
        block = slice(start, start + block_size)  # the last one may be shorter
        scores = q @ k[..., block, :].transpose(-2, -1)  # (B, h, n, block)
        if causal:
            key = torch.arange(start, start + scores.shape[-1], device=q.device)
            scores = scores.masked_fill(key > position, float("-inf"))
        new_top = torch.maximum(top, scores.amax(dim=-1, keepdim=True))
        # A row that has seen no allowed key yet has the maximum -inf; shifting by 0 avoids NaN.
        shift = new_top.masked_fill(new_top == float("-inf"), 0.0)
        weights = torch.exp(scores - shift)
        rescale = torch.exp(top - shift)
        total = total * rescale + weights.sum(dim=-1, keepdim=True)
        out = out * rescale + weights @ v[..., block, :]
        top = new_top

    return out / total.masked_fill(total == 0, 1.0)  # an empty row stays zero
