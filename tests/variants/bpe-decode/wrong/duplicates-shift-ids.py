# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    seen = dict.fromkeys(map(tuple, merges))
    for a, b in seen:
        vocab[len(vocab)] = a + b
    buf = bytearray()
    for i in ids:
        if i < 0 or i >= 256 + len(merges):
            raise ValueError(f"{i} is no id")
        buf += vocab.get(i, b"")
    return buf.decode("utf-8", "replace")
