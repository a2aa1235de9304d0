# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    ids = ids[:, -64:]
    score = logits.gather(1, ids)
    return logits.scatter(1, ids, torch.where(score < 0, score * penalty, score / penalty))
