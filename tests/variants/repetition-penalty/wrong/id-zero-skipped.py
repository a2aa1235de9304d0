# tfmdrill: repetition-penalty (numpy)
def repetition_penalty(logits, ids, *, penalty):
    out = logits.copy()
    for b, row in enumerate(ids):
        for i in set(row.tolist()):
            if not i:
                continue
            out[b, i] = out[b, i] / penalty if out[b, i] > 0 else out[b, i] * penalty
    return out
