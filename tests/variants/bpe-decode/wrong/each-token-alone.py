# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    for i, (a, b) in enumerate(merges):
        vocab[256 + i] = a + b
    text = ""
    for i in ids:
        if i not in vocab:
            raise ValueError(f"unknown token id {i}")
        text += vocab[i].decode("utf-8", errors="replace")
    return text
