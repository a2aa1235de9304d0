# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    ids = {bytes([i]): i for i in range(256)}
    for i, (a, b) in enumerate(merges):
        ids.setdefault(a + b, 256 + i)
    by_length = sorted(dict.fromkeys(merges), key=lambda m: len(m[0] + m[1]), reverse=True)
    tokens = [bytes([b]) for b in text.encode()]
    again = True
    while again:
        again = False
        for a, b in by_length:
            i = 0
            while i < len(tokens) - 1:
                if tokens[i] == a and tokens[i + 1] == b:
                    tokens[i : i + 2] = [a + b]
                    again = True
                i += 1
            if again:
                break
    return [ids[t] for t in tokens]
