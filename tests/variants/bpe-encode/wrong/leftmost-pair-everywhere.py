# tfmdrill: bpe-encode (text)
def merge(tokens, pair):
    out = []
    i = 0
    while i < len(tokens):
        if i + 1 < len(tokens) and (tokens[i], tokens[i + 1]) == pair:
            out.append(tokens[i] + tokens[i + 1])
            i += 2
        else:
            out.append(tokens[i])
            i += 1
    return out


def bpe_encode(text, merges):
    vocab = {bytes([i]): i for i in range(256)}
    for i, (a, b) in enumerate(merges):
        vocab.setdefault(a + b, 256 + i)
    known = set(merges)
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    found = True
    while found:
        found = False
        for pair in zip(tokens, tokens[1:]):
            if pair in known:
                tokens = merge(tokens, pair)
                found = True
                break
    return [vocab[t] for t in tokens]
