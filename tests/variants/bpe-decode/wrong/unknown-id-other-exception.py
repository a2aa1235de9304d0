# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    for i, (a, b) in enumerate(merges):
        vocab[i + 256] = a + b
    return b"".join(vocab[i] for i in ids).decode("utf-8", errors="replace")
