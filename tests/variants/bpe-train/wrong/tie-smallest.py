# tfmdrill: bpe-train (text)
from collections import Counter


def bpe_train(text, n_merges):
    vocab = {i: bytes([i]) for i in range(256)}
    ids = list(text.encode("utf-8"))
    merges = []
    while len(merges) < n_merges and len(ids) > 1:
        counts = Counter(zip(ids, ids[1:]))
        best = min(counts.items(), key=lambda kv: (-kv[1], vocab[kv[0][0]], vocab[kv[0][1]]))[0]
        new = 256 + len(merges)
        vocab[new] = vocab[best[0]] + vocab[best[1]]
        merges.append((vocab[best[0]], vocab[best[1]]))
        out = []
        i = 0
        while i < len(ids):
            if ids[i : i + 2] == list(best):
                out.append(new)
                i += 2
            else:
                out.append(ids[i])
                i += 1
        ids = out
    return merges
