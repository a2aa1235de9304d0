"""BPE training with counts kept up to date and a lazy heap over pairs."""

import heapq
from collections import defaultdict
from itertools import pairwise


class _GreatestFirst:
    """A pair of bytes that a heap puts before smaller ones."""

    __slots__ = ("pair",)

    def __init__(self, pair):
        self.pair = pair

    def __lt__(self, other):
        return other.pair < self.pair


def bpe_train(text, n_merges):
    """Up to n_merges pairs of bytes, the most frequent pair first."""
    ids = list(text.encode("utf-8"))
    n = len(ids)
    tokens = [bytes([value]) for value in range(256)]
    before = list(range(-1, n - 1))
    after = list(range(1, n + 1))
    places = defaultdict(list)  # of the left part; some may be outdated
    for i, pair in enumerate(pairwise(ids)):
        places[pair].append(i)
    counts = defaultdict(int, {pair: len(where) for pair, where in places.items()})

    def entry(pair):
        return -counts[pair], _GreatestFirst((tokens[pair[0]], tokens[pair[1]])), pair

    heap = [entry(pair) for pair in counts]
    heapq.heapify(heap)
    merges = []
    while heap and len(merges) < n_merges:
        count, _, pair = heapq.heappop(heap)
        if counts[pair] != -count:
            continue  # changed since it was pushed
        left, right = pair
        new = len(tokens)
        tokens.append(tokens[left] + tokens[right])
        merges.append((tokens[left], tokens[right]))
        changed = set()
        for i in sorted(places.pop(pair)):
            j = after[i]
            if ids[i] != left or j == n or ids[j] != right:
                continue
            h, k = before[i], after[j]
            if h >= 0:
                counts[ids[h], left] -= 1
                counts[ids[h], new] += 1
                places[ids[h], new].append(h)
                changed |= {(ids[h], left), (ids[h], new)}
            if k < n:
                counts[right, ids[k]] -= 1
                counts[new, ids[k]] += 1
                places[new, ids[k]].append(i)
                changed |= {(right, ids[k]), (new, ids[k])}
                before[k] = i
            ids[i], ids[j], after[i] = new, None, k
        counts[pair] = 0
        for other in changed:
            if counts[other] > 0:
                heapq.heappush(heap, entry(other))
    return merges
