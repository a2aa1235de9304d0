# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    score = logits.gather(1, ids)
    return logits.scatter(1, ids, score / penalty)
