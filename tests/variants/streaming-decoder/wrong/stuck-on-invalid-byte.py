# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.buf = b""

    def push(self, id):
        self.buf += self.vocab[id]
        # longest prefix that decodes
        for n in range(len(self.buf), -1, -1):
            try:
                text = self.buf[:n].decode("utf-8")
                break
            except UnicodeDecodeError:
                pass
        self.buf = self.buf[n:]
        return text

    def flush(self):
        return self.buf.decode("utf-8", errors="replace")
