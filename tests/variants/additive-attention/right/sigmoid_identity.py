# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, **options):
    """tanh(x) = 2 sigmoid(2 x) - 1; the -1 adds the same to every score, but is kept."""
    mask = options.get("key_mask")
    x = (query @ w_q)[:, None] + keys @ w_k
    s = (2 * torch.sigmoid(2 * x) - 1) @ v
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = torch.nan_to_num(torch.softmax(s, -1), nan=0.0)  # masked_fill stops the NaN on the way back
    return (w.unsqueeze(-1) * keys).sum(-2), w
