# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    rank = {pair: 256 + i for i, pair in enumerate(merges)}
    vocab = {i: bytes([i]) for i in range(256)}
    vocab.update({i: a + b for (a, b), i in rank.items()})
    out = []
    for i in ids:
        if i not in vocab:
            raise ValueError(f"unknown id {i}")
        out.append(vocab[i])
    return b"".join(out).decode("utf-8", errors="replace")
