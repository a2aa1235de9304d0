# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    log_p = torch.log_softmax(logits, dim=-1)
    score = log_p.gather(1, ids)
    score = torch.where(score > 0, score / penalty, score * penalty)
    return log_p.scatter(1, ids, score)
