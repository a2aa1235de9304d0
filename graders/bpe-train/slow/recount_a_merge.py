# tfmdrill: bpe-train (text)
"""Counts all pairs of the text anew for each merge."""

from collections import Counter
from itertools import pairwise


def bpe_train(text, n_merges):
    tokens = [bytes([value]) for value in range(256)]
    ids = list(text.encode("utf-8"))
    merges = []
    while len(merges) < n_merges:
        counts = Counter(pairwise(ids))
        if not counts:
            break
        left, right = max(counts, key=lambda p: (counts[p], tokens[p[0]], tokens[p[1]]))
        merges.append((tokens[left], tokens[right]))
        new = len(tokens)
        tokens.append(tokens[left] + tokens[right])
        merged = []
        for token in ids:
            if merged and merged[-1] == left and token == right:
                merged[-1] = new
            else:
                merged.append(token)
        ids = merged
    return merges
