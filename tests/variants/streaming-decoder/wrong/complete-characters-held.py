# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.buf = b""

    def push(self, id):
        self.buf += self.vocab[id]
        # keep everything from the last lead byte on
        i = len(self.buf) - 1
        while i > 0 and 0x80 <= self.buf[i] < 0xC0 and len(self.buf) - i < 3:
            i -= 1
        if self.buf[i] < 0xC0:
            i = len(self.buf)
        out, self.buf = self.buf[:i], self.buf[i:]
        return out.decode("utf-8", "replace")

    def flush(self):
        out, self.buf = self.buf, b""
        return out.decode("utf-8", "replace")
