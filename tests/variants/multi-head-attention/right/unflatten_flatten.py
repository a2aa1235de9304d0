# tfmdrill: multi-head-attention (torch)
import torch


def heads_of(n_heads):
    return lambda a: a.unflatten(-1, (n_heads, -1)).movedim(-2, 1)


def multi_head_attention(x, *weights, n_heads, **masks):
    if x.shape[-1] % n_heads:
        raise ValueError("indivisible")
    w_q, w_k, w_v, w_o = weights
    q, k, v = map(heads_of(n_heads), (x @ w_q, x @ w_k, x @ w_v))
    s = (q * q.shape[-1] ** -0.5) @ k.mT
    i = torch.arange(s.shape[-1])
    if masks.get("causal"):
        s = s.masked_fill(i[None] > i[:, None], float("-inf"))
    if masks.get("key_mask") is not None:
        s = s.masked_fill(masks["key_mask"].logical_not()[:, None, None], float("-inf"))
    p = s.softmax(-1).nan_to_num(0.0)  # masked_fill stops the NaN on the way back
    print("weights", tuple(p.shape))
    return (p @ v).movedim(1, -2).flatten(-2) @ w_o
