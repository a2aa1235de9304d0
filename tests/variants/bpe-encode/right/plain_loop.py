# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    rank = {}
    for i, pair in enumerate(merges):
        if pair not in rank:
            rank[pair] = i
    while len(tokens) >= 2:
        best = None
        for pair in zip(tokens, tokens[1:]):
            if pair in rank and (best is None or rank[pair] < rank[best]):
                best = pair
        if best is None:
            break
        out, i = [], 0
        while i < len(tokens):
            if i + 1 < len(tokens) and (tokens[i], tokens[i + 1]) == best:
                out.append(best[0] + best[1])
                i += 2
            else:
                out.append(tokens[i])
                i += 1
        tokens = out
    return [t[0] if len(t) == 1 else 256 + rank_of(t, merges) for t in tokens]


def rank_of(token, merges):
    return next(i for i, (a, b) in enumerate(merges) if a + b == token)
