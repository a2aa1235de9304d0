# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    ranks = {}
    for i, (a, b) in enumerate(merges):
        ranks.setdefault((a, b), i)
    vocab = {bytes([i]): i for i in range(256)}
    for (a, b), i in ranks.items():
        vocab[a + b] = 256 + i
    tokens = [c.encode("utf-8") for c in text]
    while True:
        found = [(ranks[p], i) for i, p in enumerate(zip(tokens, tokens[1:])) if p in ranks]
        if not found:
            break
        _, i = min(found)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return [vocab[t] for t in tokens]
