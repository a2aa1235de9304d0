# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    if not all(0 <= i < len(vocab) for i in ids):
        raise ValueError("bad id")
    return str(b"".join(vocab[i] for i in ids), "utf-8", "backslashreplace")
