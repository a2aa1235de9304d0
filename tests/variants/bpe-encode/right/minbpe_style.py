# tfmdrill: bpe-encode (text)
def get_stats(ids):
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge(ids, pair, idx):
    newids = []
    i = 0
    while i < len(ids):
        if i < len(ids) - 1 and ids[i] == pair[0] and ids[i + 1] == pair[1]:
            newids.append(idx)
            i += 2
        else:
            newids.append(ids[i])
            i += 1
    return newids


def bpe_encode(text, merges):
    vocab = {bytes([i]): i for i in range(256)}
    by_ids = {}
    for k, (a, b) in enumerate(merges):
        if a + b not in vocab:
            vocab[a + b] = 256 + k
            by_ids[vocab[a], vocab[b]] = 256 + k
    ids = list(text.encode("utf-8"))
    while len(ids) >= 2:
        stats = get_stats(ids)
        pair = min(stats, key=lambda p: by_ids.get(p, float("inf")))
        if pair not in by_ids:
            break
        ids = merge(ids, pair, by_ids[pair])
    return ids
