# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    ranks = {}
    for i, pair in enumerate(merges):
        ranks.setdefault(pair, i)
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    while True:
        present = {p for p in zip(tokens, tokens[1:]) if p in ranks}
        if not present:
            break
        left, right = min(present, key=ranks.get)
        out = []
        while tokens:
            last = tokens.pop()
            if last == right and tokens and tokens[-1] == left:
                out.append(tokens.pop() + last)
            else:
                out.append(last)
        tokens = out[::-1]
    ids = {a + b: 256 + i for (a, b), i in ranks.items()}
    return [t[0] if len(t) == 1 else ids[t] for t in tokens]
