# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    for i, (a, b) in enumerate(merges):
        vocab[256 + i] = a + b
    if any(i not in vocab for i in ids):
        raise ValueError("unknown id")
    return b"".join(vocab[i] for i in ids)
