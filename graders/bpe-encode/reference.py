"""Byte-pair encoding of a text by a ranked table of merges, the plain way.

Source: Sennrich et al. 2016, Neural Machine Translation of Rare Words with Subword Units,
section 3.2, over bytes as in Radford et al. 2019, section 2.2.
"""

from itertools import pairwise


def bpe_encode(text, merges):
    """The ids of the text's tokens: bytes are 0 to 255, the result of merge i is 256 + i.

    >>> bpe_encode("abcab", [(b"b", b"c"), (b"a", b"b"), (b"a", b"bc")])
    [258, 257]
    """
    ranks = rank_pairs(merges)
    tokens = split_bytes(text)
    while True:
        pair = next_pair(tokens, ranks)
        if pair is None:
            break
        tokens = merge_pair(tokens, pair)
    ids = number_tokens(ranks)
    return [ids[token] for token in tokens]


def rank_pairs(merges):
    """The rank of each pair; a repeated pair keeps its first rank."""
    ranks = {}
    for rank, pair in enumerate(merges):
        ranks.setdefault(tuple(pair), rank)
    return ranks


def split_bytes(text):
    """The text as a list of single bytes."""
    data = text.encode("utf-8")
    return [data[i : i + 1] for i in range(len(data))]


def next_pair(tokens, ranks):
    """The adjacent pair of lowest rank, or None if no adjacent pair can be merged."""
    pairs = list(pairwise(tokens))
    known = [pair for pair in pairs if pair in ranks]
    if not known:
        return None
    return min(known, key=ranks.get)


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


def number_tokens(ranks):
    """The id of every token's bytes."""
    ids = {bytes([value]): value for value in range(256)}
    for (left, right), rank in ranks.items():
        ids[left + right] = 256 + rank
    return ids
