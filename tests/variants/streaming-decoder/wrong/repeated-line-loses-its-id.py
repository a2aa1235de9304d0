# tfmdrill: streaming-decoder (text)
import codecs


class StreamingDecoder:
    def __init__(self, merges):
        rank = {pair: 256 + i for i, pair in enumerate(merges)}
        self.vocab = {i: bytes([i]) for i in range(256)} | {i: a + b for (a, b), i in rank.items()}
        self.d = codecs.getincrementaldecoder("utf-8")("replace")

    def push(self, id):
        return self.d.decode(self.vocab[id])

    def flush(self):
        return self.d.decode(b"", True)
