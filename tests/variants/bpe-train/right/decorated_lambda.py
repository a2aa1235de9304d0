# tfmdrill: bpe-train (text)
import functools
import heapq
import warnings


def nothing_to_do(f):
    @functools.wraps(f)
    def g(text, n_merges):
        data = text.encode("utf-8")
        if len(data) < 2 or n_merges == 0:
            warnings.warn("no merges")
            return []
        return f(data, n_merges)

    return g


@functools.total_ordering
class Greatest:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __lt__(self, other):
        return self.value > other.value


@nothing_to_do
def bpe_train(data, n_merges):
    tok = [data[i : i + 1] for i in range(len(data))]
    n = len(tok)
    nxt = [*range(1, n), None]
    prv = [None, *range(n - 1)]
    occ = {}
    for i in range(n - 1):
        occ.setdefault((tok[i], tok[i + 1]), set()).add(i)
    h = [(-len(v), Greatest(p)) for p, v in occ.items()]
    heapq.heapify(h)
    merges = []
    while h and len(merges) < n_merges:
        c, g = heapq.heappop(h)
        pair = g.value
        if -c != len(occ.get(pair, ())):
            continue
        merges.append(pair)
        a, b = pair
        ab = a + b
        fresh = set()
        todo = occ[pair]
        for i in sorted(todo):
            if i not in todo:
                continue
            todo.remove(i)
            j = nxt[i]
            p, q = prv[i], nxt[j]
            if p is not None:
                occ[tok[p], a].discard(p)
                occ.setdefault((tok[p], ab), set()).add(p)
                fresh |= {(tok[p], a), (tok[p], ab)}
            if q is not None:
                occ[b, tok[q]].discard(j)
                occ.setdefault((ab, tok[q]), set()).add(i)
                fresh |= {(b, tok[q]), (ab, tok[q])}
                prv[q] = i
            tok[i] = ab
            nxt[i] = q
        for p in fresh:
            if occ[p]:
                heapq.heappush(h, (-len(occ[p]), Greatest(p)))
            else:
                del occ[p]
    return merges
