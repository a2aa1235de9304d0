# tfmdrill: multi-head-attention:sequence-first (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    n, B, d = x.shape
    if d % n_heads != 0:
        raise ValueError(f"{d} / {n_heads}")

    def heads(w):
        return torch.einsum("nbd,dhw->nbhw", x, w.reshape(d, n_heads, -1))

    scores = torch.einsum("nbhw,mbhw->bhnm", heads(w_q), heads(w_k)) / (d / n_heads) ** 0.5
    keep = torch.ones(B, 1, n, n, dtype=torch.bool)
    keep = keep.tril() if causal else keep
    keep = keep if key_mask is None else keep * key_mask[:, None, None]
    weights = torch.where(keep, scores, torch.finfo(x.dtype).min).softmax(-1)
    out = torch.einsum("bhnm,mbhw->nbhw", weights * keep, heads(w_v))
    return out.flatten(2) @ w_o
