# tfmdrill: segmentation-stats (text)
def encode(data, merges):
    toks = [bytes([b]) for b in data]
    ranks = {p: i for i, p in enumerate(merges)}
    while len(toks) > 1:
        pair = min(zip(toks, toks[1:]), key=lambda p: ranks.get(p, float("inf")))
        if pair not in ranks:
            break
        out, i = [], 0
        while i < len(toks):
            if i + 1 < len(toks) and (toks[i], toks[i + 1]) == pair:
                out.append(toks[i] + toks[i + 1])
                i += 2
            else:
                out.append(toks[i])
                i += 1
        toks = out
    return toks


def segmentation_stats(text, merges):
    pieces = text.split(" ")
    words = [(" " if i > 0 else "") + p for i, p in enumerate(pieces) if p != ""]
    n_words = n_tokens = n_bytes = singles = 0
    for w in words:
        data = w.encode("utf-8")
        k = len(encode(data, merges))
        n_words += 1
        n_tokens += k
        n_bytes += len(data)
        singles += k == 1
    if n_words == 0:
        return {"tokens_per_word": 0, "bytes_per_token": 0, "single_token_words": 0}
    return {
        "tokens_per_word": n_tokens / n_words,
        "bytes_per_token": n_bytes / n_tokens,
        "single_token_words": singles,
    }
