# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    ranks = {}
    for i, m in enumerate(merges):
        ranks.setdefault(m, i)
    ids = {bytes([i]): i for i in range(256)} | {a + b: 256 + i for (a, b), i in ranks.items()}
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    while True:
        pair = min(zip(tokens, tokens[1:]), key=lambda p: ranks.get(p, float("inf")))
        if pair not in ranks:
            break
        out, i = [], 0
        while i < len(tokens):
            if i < len(tokens) - 1 and (tokens[i], tokens[i + 1]) == pair:
                out.append(tokens[i] + tokens[i + 1])
                i += 2
            else:
                out.append(tokens[i])
                i += 1
        tokens = out
    return [ids[t] for t in tokens]
