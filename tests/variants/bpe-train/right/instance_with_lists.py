# tfmdrill: bpe-train (text)
import heapq
from array import array
from itertools import count


class Trainer:
    def __call__(self, text, n_merges):
        self.vocab = [bytes([i]) for i in range(256)]
        self.ids = array("i", list(text.encode("utf-8")))
        self.next = array("i", range(1, len(self.ids) + 1))
        self.prev = array("i", range(-1, len(self.ids) - 1))
        self.pos, self.freq = {}, {}
        for i in range(len(self.ids) - 1):
            self.note((self.ids[i], self.ids[i + 1]), i)
        self.heap = []
        for p in self.freq:
            self.offer(p)
        return list(self.run(n_merges))

    def note(self, pair, i):
        self.freq[pair] = self.freq.get(pair, 0) + 1
        self.pos.setdefault(pair, []).append(i)

    def offer(self, pair):
        a, b = (self.vocab[x] for x in pair)
        # a str of inverted code points sorts the other way round
        key = tuple(bytes(255 - v for v in x) + b"\xff" * (40 - len(x)) for x in (a, b))
        heapq.heappush(self.heap, (-self.freq[pair], *key, -len(a), -len(b), pair))

    def run(self, n_merges):
        made = count(256)
        left = n_merges
        while self.heap and left > 0:
            c, *_, pair = heapq.heappop(self.heap)
            if self.freq.get(pair) != -c or c == 0:
                continue
            left -= 1
            yield self.vocab[pair[0]], self.vocab[pair[1]]
            self.vocab.append(self.vocab[pair[0]] + self.vocab[pair[1]])
            for other in self.merge(pair, next(made)):
                if self.freq.get(other, 0) > 0:
                    self.offer(other)

    def merge(self, pair, new):
        ids, nxt, prev, n = self.ids, self.next, self.prev, len(self.ids)
        a, b = pair
        changed = set()
        for i in sorted(self.pos.pop(pair)):
            j = nxt[i]
            if ids[i] != a or j >= n or ids[j] != b:
                continue
            h, k = prev[i], nxt[j]
            if h >= 0:
                self.freq[ids[h], a] -= 1
                self.note((ids[h], new), h)
                changed |= {(ids[h], a), (ids[h], new)}
            if k < n:
                self.freq[b, ids[k]] -= 1
                self.note((new, ids[k]), i)
                changed |= {(b, ids[k]), (new, ids[k])}
                prev[k] = i
            ids[i], ids[j], nxt[i] = new, -1, k
        self.freq.pop(pair)
        changed.discard(pair)
        return changed


bpe_train = Trainer()
