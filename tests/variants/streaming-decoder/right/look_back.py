# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = {i: bytes([i]) for i in range(256)}
        for i, (a, b) in enumerate(merges):
            self.vocab[256 + i] = a + b
        self.buf = b""

    def push(self, id):
        self.buf += self.vocab[id]
        n = len(self.buf)
        cut = n
        for k in (1, 2, 3):
            if k > n:
                break
            byte = self.buf[n - k]
            if byte & 0b11000000 == 0b10000000:
                continue
            want = 1
            if byte >> 5 == 0b110:
                want = 2
            elif byte >> 4 == 0b1110:
                want = 3
            elif byte >> 3 == 0b11110:
                want = 4
            if want > k:
                cut = n - k
            break
        out, self.buf = self.buf[:cut], self.buf[cut:]
        return out.decode("utf-8", errors="replace")

    def flush(self):
        out, self.buf = self.buf, b""
        return out.decode("utf-8", errors="replace")
