# tfmdrill: bpe-encode (text)
def merge(ids, pair, new):
    out = []
    i = 0
    while i < len(ids) - 1:
        if ids[i] == pair[0] and ids[i + 1] == pair[1]:
            out.append(new)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out


def bpe_encode(text, merges):
    vocab = {bytes([i]): i for i in range(256)}
    table = {}
    for n, (a, b) in enumerate(merges):
        if a + b not in vocab:
            vocab[a + b] = 256 + n
            table[vocab[a], vocab[b]] = 256 + n
    ids = list(text.encode("utf-8"))
    while True:
        candidates = [(table[p], p) for p in zip(ids, ids[1:]) if p in table]
        if not candidates:
            return ids
        new, pair = min(candidates)
        ids = merge(ids, pair, new)
