# tfmdrill: streaming-decoder (text)
import codecs


class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.last = ""

    def push(self, id):
        text = self.last + self.decoder.decode(self.vocab[id])
        self.last = text[-1:]
        return text[:-1]

    def flush(self):
        return self.last + self.decoder.decode(b"", True)
