# tfmdrill: streaming-decoder (text)
import codecs


class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def push(self, id):
        return self.decoder.decode(self.vocab[id])

    def flush(self):
        pending, _ = self.decoder.getstate()
        return "".join("\ufffd" for _ in pending)
