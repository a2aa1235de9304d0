# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    vocab.update((256 + i, a + b) for i, (a, b) in enumerate(merges))
    return b"".join(vocab.get(i, b"\xef\xbf\xbd") for i in ids).decode("utf-8", "replace")
