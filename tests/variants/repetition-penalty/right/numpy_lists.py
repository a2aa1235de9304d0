# tfmdrill: repetition-penalty (numpy)
def repetition_penalty(logits, ids, *, penalty):
    out = []
    for row, history in zip(logits.tolist(), ids.tolist()):
        used = frozenset(history)
        out.append(
            [
                (v / penalty if v > 0 else v * penalty) if i in used else v
                for i, v in enumerate(row)
            ]
        )
    return out
