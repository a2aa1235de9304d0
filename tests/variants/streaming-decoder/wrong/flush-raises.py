# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.buf = b""

    def push(self, id):
        self.buf += self.vocab[id]
        n = len(self.buf)
        for k in range(1, min(3, n) + 1):
            b = self.buf[n - k]
            if b >= 0xC0:
                if k < (2 if b < 0xE0 else 3 if b < 0xF0 else 4):
                    n -= k
                break
            if b < 0x80:
                break
        out, self.buf = self.buf[:n], self.buf[n:]
        return out.decode("utf-8", "replace")

    def flush(self):
        return self.buf.decode("utf-8")
