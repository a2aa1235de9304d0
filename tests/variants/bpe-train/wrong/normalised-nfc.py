# tfmdrill: bpe-train (text)
from collections import Counter
from unicodedata import normalize


def bpe_train(text, n_merges):
    tokens = [bytes([b]) for b in normalize("NFC", text).encode()]
    merges = []
    while len(merges) < n_merges and len(tokens) > 1:
        counts = Counter(zip(tokens, tokens[1:], strict=False))
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        new, i = [], 0
        while i < len(tokens):
            if tuple(tokens[i : i + 2]) == best:
                new.append(best[0] + best[1])
                i += 2
            else:
                new.append(tokens[i])
                i += 1
        tokens = new
    return merges
