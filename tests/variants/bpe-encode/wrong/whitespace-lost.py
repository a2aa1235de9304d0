# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    ids = {bytes([i]): i for i in range(256)}
    for i, (a, b) in enumerate(merges):
        ids.setdefault(a + b, 256 + i)
    out = []
    for word in text.split():
        tokens = [bytes([b]) for b in word.encode("utf-8")]
        for a, b in merges:
            i = 0
            while i < len(tokens) - 1:
                if tokens[i] == a and tokens[i + 1] == b:
                    tokens[i : i + 2] = [a + b]
                i += 1
        out.extend(ids[t] for t in tokens)
    return out
