# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    for i in ids:
        if i < 0 or i >= len(vocab):
            raise ValueError(f"id {i} is not in the vocabulary")
    return b"".join(vocab[i] for i in ids).decode("utf-8")
