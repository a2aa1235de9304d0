# tfmdrill: streaming-decoder (text)
import codecs


class StreamingDecoder:
    vocab = {i: bytes([i]) for i in range(256)}

    def __init__(self, merges):
        for i, (a, b) in enumerate(merges):
            self.vocab[256 + i] = a + b
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def push(self, id):
        return self.decoder.decode(self.vocab[id])

    def flush(self):
        return self.decoder.decode(b"", final=True)
