# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    ranks = {pair: i for i, pair in enumerate(merges)}
    ids = list(text.encode("utf-8"))
    while len(ids) > 1:
        # ids are ints, the keys of ranks are bytes
        pairs = [p for p in zip(ids, ids[1:]) if p in ranks]
        if not pairs:
            break
        best = min(pairs, key=ranks.get)
        i = ids.index(best[0])
        ids[i : i + 2] = [256 + ranks[best]]
    return ids
