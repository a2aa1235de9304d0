# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)]
    for a, b in merges:
        if a + b not in vocab:
            vocab.append(a + b)
    for i in ids:
        if i not in range(len(vocab)):
            raise ValueError(i)
    return b"".join(vocab[i] for i in ids).decode("utf-8", "replace")
