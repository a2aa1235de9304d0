# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    try:
        return b"".join(vocab[i] for i in ids).decode("utf-8", "replace")
    except IndexError:
        raise ValueError("unknown id") from None
