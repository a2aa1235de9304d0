# tfmdrill: streaming-decoder (text)
import codecs
class StreamingDecoder:
    def __init__(self, merges):
        self.t = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.d = codecs.getincrementaldecoder("utf-8-sig")("replace")
    def push(self, id): return self.d.decode(self.t[id])
    def flush(self): return self.d.decode(b"", True)
