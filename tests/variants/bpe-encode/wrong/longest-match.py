# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    vocab = {bytes([i]): i for i in range(256)}
    for i, (a, b) in enumerate(merges):
        if a + b not in vocab:
            vocab[a + b] = 256 + i
    longest = max(len(t) for t in vocab)
    data = text.encode("utf-8")
    out = []
    pos = 0
    while pos < len(data):
        for size in range(min(longest, len(data) - pos), 0, -1):
            piece = data[pos : pos + size]
            if piece in vocab:
                out.append(vocab[piece])
                pos += size
                break
    return out
