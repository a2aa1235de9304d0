# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    used = ids[0].unique()
    out = logits.clone()
    score = out[:, used]
    out[:, used] = torch.where(score > 0, score / penalty, score * penalty)
    return out
