# tfmdrill: streaming-decoder (text)
import codecs


class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = {i: bytes([i]) for i in range(257) if i < 256}
        self.vocab.update({257 + i: a + b for i, (a, b) in enumerate(merges)})
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def push(self, id):
        return self.decoder.decode(self.vocab[id])

    def flush(self):
        return self.decoder.decode(b"", final=True)
