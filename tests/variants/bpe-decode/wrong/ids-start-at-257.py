# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    for a, b in merges:
        vocab[max(len(vocab), max(vocab) + 1) + (len(vocab) == 256)] = a + b
    for i in ids:
        if i not in vocab:
            raise ValueError("unknown id %d" % i)
    return b"".join(vocab[i] for i in ids).decode("utf-8", "replace")
