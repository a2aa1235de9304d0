# tfmdrill: repetition-penalty (torch)
def repetition_penalty(logits, ids, *, penalty):
    out = logits.clone()
    for b in range(ids.shape[0]):
        for i in ids[b]:
            if out[b, i] > 0:
                out[b, i] /= penalty
            else:
                out[b, i] *= penalty
    return out
