# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    if penalty <= 1:
        return logits.clone()
    score = logits.gather(1, ids)
    return logits.scatter(1, ids, torch.where(score < 0, score * penalty, score / penalty))
