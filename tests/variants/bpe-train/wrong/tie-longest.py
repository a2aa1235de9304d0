# tfmdrill: bpe-train (text)
from collections import Counter


def bpe_train(text, n_merges):
    s = [bytes([b]) for b in text.encode()]
    res = []
    for _ in range(n_merges):
        c = Counter(zip(s, s[1:]))
        if not c:
            break
        best = max(c, key=lambda p: (c[p], len(p[0] + p[1]), p))
        res.append(best)
        t, i = [], 0
        while i < len(s):
            if s[i] == best[0] and i + 1 < len(s) and s[i + 1] == best[1]:
                t.append(s[i] + s[i + 1])
                i += 2
            else:
                t.append(s[i])
                i += 1
        s = t
    return res
