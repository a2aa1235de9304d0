# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    """No sort: the least kept logit of each row is found by trying each as the threshold."""
    if p >= 1:
        return np.array(logits)
    peak = logits.max(axis=-1, keepdims=True)
    weight = np.exp((logits - peak).astype("float64"))
    probs = weight / weight.sum(axis=-1, keepdims=True)

    def mass_from(threshold):
        return np.where(logits >= threshold, probs, 0.0).sum(axis=-1, keepdims=True)

    best = peak.copy()
    found = mass_from(peak) >= p
    for column in range(logits.shape[1]):
        candidate = logits[:, column : column + 1]
        enough = mass_from(candidate) >= p
        tighter = enough & (~found | (candidate > best))
        best = np.where(tighter, candidate, best)
        found = found | enough
    return np.where(logits >= best, logits, -np.inf).astype(logits.dtype)
