# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    vocab.update((256 + i, a + b) for i, (a, b) in enumerate(merges))
    return b"".join(vocab[i] for i in ids if i in vocab).decode("utf-8", "replace")
