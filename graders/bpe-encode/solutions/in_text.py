"""BPE encoding with a heap of candidate pairs over a linked list: O(n log n) in the text."""

import heapq
from itertools import pairwise


def bpe_encode(text, merges):
    """The token ids of the text: bytes are 0 to 255, the result of merges[i] is 256 + i."""
    table = _merged_ids(merges)
    ids = list(text.encode("utf-8"))
    n = len(ids)
    before = list(range(-1, n - 1))
    after = list(range(1, n + 1))

    # (id of the result, place of the left part, left, right); ids rise with the rank
    heap = [(table[pair], i, *pair) for i, pair in enumerate(pairwise(ids)) if pair in table]
    heapq.heapify(heap)

    while heap:
        new, i, left, right = heapq.heappop(heap)
        j = after[i]
        if ids[i] != left or j == n or ids[j] != right:
            continue  # one of the two was merged meanwhile
        ids[i], ids[j] = new, None
        after[i] = after[j]
        if after[i] < n:
            before[after[i]] = i
        for a, b in ((before[i], i), (i, after[i])):
            if a >= 0 and b < n and (ids[a], ids[b]) in table:
                heapq.heappush(heap, (table[ids[a], ids[b]], a, ids[a], ids[b]))

    return [token for token in ids if token is not None]


def _merged_ids(merges):
    """(left id, right id) -> id of the result; a repeated pair keeps its first id."""
    number = {bytes([value]): value for value in range(256)}
    table = {}
    for new, (left, right) in enumerate(merges, start=256):
        table.setdefault((number[left], number[right]), new)
        number.setdefault(left + right, new)
    return table
