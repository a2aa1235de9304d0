# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    vocab = {bytes([i]): i for i in range(256)}
    ranks = {}
    for i, (a, b) in enumerate(merges):
        if (a, b) not in ranks:
            ranks[a, b] = i
            vocab[a + b] = 256 + i
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    while True:
        pairs = [p for p in zip(tokens, tokens[1:]) if p in ranks]
        if not pairs:
            break
        a, b = min(pairs, key=lambda p: ranks[p])
        new = []
        for i in range(len(tokens)):
            if i + 1 < len(tokens) and tokens[i] == a and tokens[i + 1] == b:
                new.append(a + b)
            else:
                new.append(tokens[i])
        tokens = new
    return [vocab[t] for t in tokens]
