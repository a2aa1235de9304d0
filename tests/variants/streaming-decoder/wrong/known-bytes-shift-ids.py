# tfmdrill: streaming-decoder (text)
import codecs


class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)]
        for a, b in merges:
            if a + b not in self.vocab:
                self.vocab.append(a + b)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def push(self, id):
        return self.decoder.decode(self.vocab[id])

    def flush(self):
        return self.decoder.decode(b"", final=True)
