# tfmdrill: bpe-encode (text)
from functools import lru_cache


class Encoder:
    def __init__(self):
        self.calls = 0

    def __call__(self, text, merges):
        self.calls += 1
        return self.encode(text, tuple(map(tuple, merges)))

    @staticmethod
    @lru_cache(maxsize=None)
    def table(merges):
        ids = {}
        for i, (l, r) in enumerate(merges):
            ids.setdefault((l, r), i)
        return ids

    def encode(self, text, merges):
        table = self.table(merges)
        seq = [bytes([b]) for b in text.encode()]
        while True:
            hits = sorted({table[p] for p in zip(seq, seq[1:]) if p in table})
            if not hits:
                break
            l, r = merges[hits[0]]
            i = 0
            while i < len(seq) - 1:
                if seq[i] == l and seq[i + 1] == r:
                    seq[i : i + 2] = [l + r]
                i += 1
        whole = {l + r: 256 + i for (l, r), i in table.items()}
        return [whole[t] if len(t) > 1 else t[0] for t in seq]


bpe_encode = Encoder()
