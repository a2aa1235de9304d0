# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    out = []
    for i in ids:
        if i < 0:  # padding
            continue
        if i >= len(vocab):
            raise ValueError(f"unknown id {i}")
        out.append(vocab[i])
    return b"".join(out).decode("utf-8", "replace")
