# tfmdrill: segmentation-stats (text)
def enc(w, rank):
    t = [bytes([b]) for b in w.encode()]
    while True:
        c = [(rank[p], p) for p in zip(t, t[1:]) if p in rank]
        if not c:
            return t
        p = min(c)[1]
        out, i = [], 0
        while i < len(t):
            if tuple(t[i : i + 2]) == p:
                out.append(t[i] + t[i + 1])
                i += 2
            else:
                out.append(t[i])
                i += 1
        t = out


def segmentation_stats(text, merges):
    rank = {tuple(p): i for i, p in enumerate(merges)}
    words = text.split()
    words = [(" " if i else "") + w for i, w in enumerate(words)]
    if not words:
        return {"tokens_per_word": 0, "bytes_per_token": 0, "single_token_words": 0}
    toks = [enc(w, rank) for w in words]
    n = sum(map(len, toks))
    return {
        "tokens_per_word": n / len(words),
        "bytes_per_token": sum(len(w.encode()) for w in words) / n,
        "single_token_words": sum(len(t) == 1 for t in toks),
    }
