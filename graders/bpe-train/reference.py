"""Learning byte-pair merges from a text, the plain way.

Source: Sennrich et al. 2016, Neural Machine Translation of Rare Words with Subword Units,
section 3.2, algorithm 1, over bytes.
"""

from collections import Counter
from itertools import pairwise


def bpe_train(text, n_merges):
    """Up to n_merges pairs of bytes, in the order in which they were learnt.

    >>> bpe_train("abab cab", 2)
    [(b'a', b'b'), (b'c', b'ab')]
    """
    tokens = split_bytes(text)
    merges = []
    while len(merges) < n_merges:
        counts = count_pairs(tokens)
        pair = best_pair(counts)
        if pair is None:
            break
        merges.append(pair)
        tokens = merge_pair(tokens, pair)
    return merges


def split_bytes(text):
    """The text as a list of single bytes."""
    data = text.encode("utf-8")
    return [data[i : i + 1] for i in range(len(data))]


def count_pairs(tokens):
    """How often each pair of neighbours occurs, at every position."""
    return Counter(pairwise(tokens))


def best_pair(counts):
    """The most frequent pair, among equals the greatest; None if there is no pair."""
    if not counts:
        return None
    return max(counts, key=lambda pair: (counts[pair], pair))


def merge_pair(tokens, pair):
    """All occurrences of the pair joined, left to right and without overlap."""
    left, right = pair
    merged = []
    i = 0
    while i < len(tokens):
        if tokens[i : i + 2] == [left, right]:
            merged.append(left + right)
            i += 2
        else:
            merged.append(tokens[i])
            i += 1
    return merged
