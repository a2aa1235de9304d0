# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.buf = b""

    def push(self, id):
        self.buf += self.vocab[id]
        keep = 0
        if self.buf[-1] >= 0xC0:
            keep = 1
        elif len(self.buf) > 1 and self.buf[-1] >= 0x80 and self.buf[-2] >= 0xE0:
            keep = 2
        n = len(self.buf) - keep
        out = self.buf[:n].decode("utf-8", errors="replace")
        self.buf = self.buf[n:]
        return out

    def flush(self):
        out = self.buf.decode("utf-8", errors="replace")
        self.buf = b""
        return out
