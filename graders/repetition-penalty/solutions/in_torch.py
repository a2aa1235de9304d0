# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    score = logits.gather(1, ids)  # (B, n)
    score = torch.where(score > 0, score / penalty, score * penalty)
    return logits.scatter(1, ids, score)  # equal ids write equal values
