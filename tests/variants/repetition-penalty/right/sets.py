# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    out = logits.clone()
    for b, row in enumerate(ids.tolist()):
        for i in set(row):
            out[b, i] = out[b, i] / penalty if out[b, i] > 0 else out[b, i] * penalty
    return out
