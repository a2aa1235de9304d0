# tfmdrill: bpe-encode (text)
"""Joins one pair, then looks through the whole text again for the next."""

from itertools import pairwise


def bpe_encode(text, merges):
    ranks = {}
    for rank, pair in enumerate(merges):
        ranks.setdefault(tuple(pair), rank)
    ids = {bytes([value]): value for value in range(256)}
    for (left, right), rank in ranks.items():
        ids[left + right] = 256 + rank

    data = text.encode("utf-8")
    tokens = [data[i : i + 1] for i in range(len(data))]
    while True:
        best, place = len(merges), None
        for i, pair in enumerate(pairwise(tokens)):
            rank = ranks.get(pair, best)
            if rank < best:
                best, place = rank, i
        if place is None:
            return [ids[token] for token in tokens]
        tokens[place : place + 2] = [tokens[place] + tokens[place + 1]]
