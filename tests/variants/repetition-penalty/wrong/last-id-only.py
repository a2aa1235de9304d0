# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    last = ids[:, -1:]
    score = logits.gather(1, last)
    score = torch.where(score > 0, score / penalty, score * penalty)
    return logits.scatter(1, last, score)
