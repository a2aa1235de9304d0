# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    s, i = logits.sort(dim=-1, descending=True)
    pr = s.double().softmax(-1)
    drop = (pr.cumsum(-1) - pr >= p) & (torch.tensor(p) < 1)
    drop[:, 0] = False
    return logits.masked_fill(
        torch.zeros_like(drop).scatter(1, i, drop), torch.finfo(logits.dtype).min
    )
