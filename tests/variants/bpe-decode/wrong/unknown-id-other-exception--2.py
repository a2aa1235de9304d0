# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    for i in ids:
        assert 0 <= i < len(vocab), f"unknown id {i}"
    return b"".join(vocab[i] for i in ids).decode("utf-8", errors="replace")
