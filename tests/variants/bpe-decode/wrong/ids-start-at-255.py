# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    for i, (a, b) in enumerate(merges, start=255):
        vocab[i] = a + b
    try:
        return b"".join(vocab[i] for i in ids).decode("utf-8", "replace")
    except KeyError:
        raise ValueError("unknown id")
