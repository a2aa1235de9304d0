# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.v = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.buf = b""

    @staticmethod
    def need(b):
        return 1 if b < 0xC0 else 2 if b < 0xE0 else 3 if b < 0xF0 else 4

    def push(self, id):
        self.buf += self.v[id]
        out = ""
        while self.buf:
            n = self.need(self.buf[0])
            if len(self.buf) < n:
                break
            out += self.buf[:n].decode("utf-8", "replace")
            self.buf = self.buf[n:]
        return out

    def flush(self):
        out, self.buf = self.buf.decode("utf-8", "replace"), b""
        return out
