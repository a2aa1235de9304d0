# tfmdrill: streaming-decoder (text)
import codecs

_Base = codecs.getincrementaldecoder("utf-8")


class StreamingDecoder(_Base):
    def __init__(self, merges):
        super().__init__("replace")
        self.merges = list(merges)
        print("new decoder,", len(self.merges), "merges")

    def push(self, id):
        return self.decode(id.to_bytes(1, "big") if id < 256 else b"".join(self.merges[id - 256]))

    def flush(self):
        return self.decode(b"", final=True)
