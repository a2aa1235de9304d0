# tfmdrill: bpe-decode (text)
class Decoder:
    def __init__(self):
        self.base = [bytes([b]) for b in range(256)]

    def __call__(self, ids, merges):
        vocab = self.base + [l + r for l, r in merges]
        n = len(vocab)
        bad = [i for i in ids if not 0 <= i < n]
        if bad:
            raise ValueError(f"unknown ids: {bad}")
        return b"".join(vocab[i] for i in ids).decode(errors="replace")


bpe_decode = Decoder()
