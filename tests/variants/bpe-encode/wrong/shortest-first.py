# tfmdrill: bpe-encode (text)
def apply(tokens, a, b):
    out = []
    for t in tokens:
        if out and out[-1] == a and t == b:
            out[-1] = a + b
            out.append(None)  # closed: may not be merged again in this pass
        else:
            out.append(t)
    return [t for t in out if t is not None]


def bpe_encode(text, merges):
    ids = {bytes([i]): i for i in range(256)}
    for i, (a, b) in enumerate(merges):
        ids.setdefault(a + b, 256 + i)
    tokens = [bytes([b]) for b in text.encode()]
    for a, b in sorted(merges, key=lambda m: len(m[0]) + len(m[1])):
        tokens = apply(tokens, a, b)
    return [ids[t] for t in tokens]
