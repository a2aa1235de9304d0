# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    out = b""
    for i in ids:
        if not 0 <= i < len(vocab):
            raise ValueError(f"unknown id {i}")
        out += vocab[i]
    text = out.decode("utf-8", "replace")
    return text.strip()
