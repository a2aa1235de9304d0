# tfmdrill: bpe-train (text)
from collections import Counter, defaultdict


def bpe_train(text, n_merges):
    """A text is its byte string; pairs know the set of places, and a memo knows their counts."""
    state = State(text.encode("utf-8"))
    merges = []
    while len(merges) < n_merges and state.merge_best(merges):
        pass
    return merges


class State:
    def __init__(self, data):
        # a token is (start, end); ends[start] and starts[end] are a linked list
        self.data = data
        self.ends = {i: i + 1 for i in range(len(data))}
        self.starts = {i + 1: i for i in range(len(data))}
        self.counts = Counter(zip(map(self.at, range(len(data))), map(self.at, range(1, len(data)))))
        self.places = defaultdict(list)
        for i in range(len(data) - 1):
            self.places[data[i : i + 1], data[i + 1 : i + 2]].append(i)

    def at(self, i):
        return self.data[i : i + 1]

    def merge_best(self, merges):
        if not self.counts:
            return False
        most = max(self.counts.values())
        pair = max([p for p, c in self.counts.items() if c == most])
        merges.append(pair)
        a, b = pair
        ends, starts, data = self.ends, self.starts, self.data
        delta = Counter()
        for i in sorted(self.places.pop(pair)):
            mid, stop = i + len(a), i + len(a) + len(b)
            if ends.get(i) != mid or ends.get(mid) != stop:
                continue
            if i in starts:
                h = starts[i]
                delta[data[h:i], a] -= 1
                delta[data[h:i], a + b] += 1
                self.places[data[h:i], a + b].append(h)
            if stop in ends:
                c = data[stop : ends[stop]]
                delta[b, c] -= 1
                delta[a + b, c] += 1
                self.places[a + b, c].append(i)
            ends[i] = stop
            starts[stop] = i
            del ends[mid], starts[mid]
        for p, d in delta.items():
            self.counts[p] += d
            if self.counts[p] <= 0:
                del self.counts[p]
        self.counts.pop(pair, None)
        return True
