# tfmdrill: streaming-decoder (text)
import codecs


class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [b"".join(p) for p in dict.fromkeys(merges)]
        self.decoder = codecs.getincrementaldecoder("utf8")("replace")

    def push(self, id):
        return self.decoder.decode(self.vocab[id])

    def flush(self):
        return self.decoder.decode(b"", True)
