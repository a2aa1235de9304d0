# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    ranks = {bytes([i]): i for i in range(256)}
    for i, (a, b) in enumerate(merges):
        ranks.setdefault(a + b, 256 + i)
    parts = [bytes([b]) for b in text.encode("utf-8")]
    while True:
        min_rank = None
        for i, pair in enumerate(zip(parts[:-1], parts[1:])):
            rank = ranks.get(pair[0] + pair[1])
            if rank is not None and (min_rank is None or rank < min_rank):
                min_idx, min_rank = i, rank
        if min_rank is None:
            break
        parts = parts[:min_idx] + [parts[min_idx] + parts[min_idx + 1]] + parts[min_idx + 2 :]
    return [ranks[p] for p in parts]
