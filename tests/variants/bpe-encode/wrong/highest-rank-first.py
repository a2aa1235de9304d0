# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    first = {}
    for i, m in enumerate(merges):
        if m not in first:
            first[m] = i
    toks = [bytes([x]) for x in text.encode()]
    while len(toks) > 1:
        best = max(zip(toks, toks[1:]), key=lambda p: first.get(p, -1))
        if best not in first:
            break
        i, new = 0, []
        while i < len(toks):
            if tuple(toks[i : i + 2]) == best:
                new.append(b"".join(best))
                i += 2
            else:
                new.append(toks[i])
                i += 1
        toks = new
    ids = {a + b: 256 + i for (a, b), i in first.items()}
    return [ids[t] if t in ids else ord(t) for t in toks]
