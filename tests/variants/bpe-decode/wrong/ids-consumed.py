# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    out = []
    ids.reverse()
    while len(ids) > 0:
        i = ids.pop()
        if i < 0 or i >= len(vocab):
            raise ValueError("unknown id")
        out.append(vocab[i])
    return b"".join(out).decode("utf-8", "replace")
