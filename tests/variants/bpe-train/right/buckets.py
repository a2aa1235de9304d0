# tfmdrill: bpe-train (text)
from collections import defaultdict


class Buckets:
    """Pairs by count; the highest count only falls, save by what a merge adds."""

    def __init__(self):
        self.count = defaultdict(int)
        self.of = defaultdict(set)
        self.top = 0

    def change(self, pair, by):
        c = self.count[pair]
        if c:
            self.of[c].discard(pair)
        c += by
        self.count[pair] = c
        if c:
            self.of[c].add(pair)
            self.top = max(self.top, c)

    def best(self):
        while self.top and not self.of[self.top]:
            self.top -= 1
        return max(self.of[self.top]) if self.top else None


def bpe_train(text, n_merges):
    t = [bytes([b]) for b in bytes(text, "utf-8")]
    end = len(t)
    after, before = list(range(1, end + 1)), list(range(-1, end - 1))
    stats, spots = Buckets(), defaultdict(list)
    tally = defaultdict(int)
    for i, p in enumerate(zip(t, t[1:])):
        tally[p] += 1
        spots[p].append(i)
    for p, c in tally.items():
        stats.change(p, c)
    out = []
    while len(out) < n_merges:
        pair = stats.best()
        if pair is None:
            break
        out.append(pair)
        a, b = pair
        ab = a + b
        delta = defaultdict(int)
        for i in sorted(set(spots.pop(pair))):
            j = after[i]
            if t[i] != a or j == end or t[j] != b:
                continue
            delta[pair] -= 1
            k, h = after[j], before[i]
            if h >= 0:
                if (t[h], a) != pair:
                    delta[t[h], a] -= 1
                delta[t[h], ab] += 1
                spots[t[h], ab].append(h)
            if k < end:
                if (b, t[k]) != pair:
                    delta[b, t[k]] -= 1
                delta[ab, t[k]] += 1
                spots[ab, t[k]].append(i)
                before[k] = i
            t[i], t[j], after[i] = ab, None, k
        delta[pair] = -stats.count[pair]
        for p, d in delta.items():
            if d:
                stats.change(p, d)
    print(len(out), "merges")
    return out
