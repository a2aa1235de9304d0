# tfmdrill: bpe-train (text)
import heapq
from collections import defaultdict


# heap key that puts the greater bytes first: inverted values, closed by something larger
def down(data):
    return (*(255 - b for b in data), 256)


def bpe_train(text, n_merges):
    seq = [bytes([b]) for b in text.encode("utf-8")]
    n = len(seq)
    nxt, prv = list(range(1, n + 1)), list(range(-1, n - 1))
    where = defaultdict(set)
    for i in range(n - 1):
        where[seq[i], seq[i + 1]].add(i)
    heap = [(-len(w), down(p[0]), down(p[1]), p) for p, w in where.items()]
    heapq.heapify(heap)
    merges = []
    while len(merges) < n_merges and heap:
        c, _, _, pair = heapq.heappop(heap)
        if len(where[pair]) != -c or c == 0:
            continue
        merges.append(pair)
        a, b = pair
        touched = set()
        for i in sorted(where[pair]):
            if i not in where[pair]:
                continue
            j = nxt[i]
            k, h = nxt[j], prv[i]
            where[pair].discard(i)
            if h >= 0:
                where[seq[h], a].discard(h)
                where[seq[h], a + b].add(h)
                touched.update(((seq[h], a), (seq[h], a + b)))
            if k < n:
                where[b, seq[k]].discard(j)
                where[a + b, seq[k]].add(i)
                touched.update(((b, seq[k]), (a + b, seq[k])))
                prv[k] = i
            seq[i], nxt[i] = a + b, k
        touched.discard(pair)
        for p in touched:
            if where[p]:
                heapq.heappush(heap, (-len(where[p]), down(p[0]), down(p[1]), p))
    return merges
