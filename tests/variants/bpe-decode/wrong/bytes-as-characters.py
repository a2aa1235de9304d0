# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    vocab = [chr(i).encode() for i in range(256)]
    for left, right in merges:
        vocab.append(left + right)
    for i in ids:
        if i < 0 or i >= len(vocab):
            raise ValueError("no such id")
    return b"".join([vocab[i] for i in ids]).decode("utf-8", errors="replace")
