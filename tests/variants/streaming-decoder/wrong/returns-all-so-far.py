# tfmdrill: streaming-decoder (text)
import codecs


class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.text = ""

    def push(self, id):
        self.text += self.decoder.decode(self.vocab[id])
        return self.text

    def flush(self):
        self.text += self.decoder.decode(b"", True)
        return self.text
