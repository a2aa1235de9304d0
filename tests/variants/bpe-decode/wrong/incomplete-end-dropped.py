# tfmdrill: bpe-decode (text)
import codecs


def bpe_decode(ids, merges):
    vocab = {i: bytes([i]) for i in range(256)}
    vocab |= {256 + i: a + b for i, (a, b) in enumerate(merges)}
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    text = ""
    for i in ids:
        if i not in vocab:
            raise ValueError(f"unknown id: {i}")
        text += decoder.decode(vocab[i])
    return text
