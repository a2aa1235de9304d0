# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.buf = b""

    def push(self, id):
        self.buf += self.vocab[id]
        try:
            text = self.buf.decode("utf-8")
        except UnicodeDecodeError:
            return ""
        self.buf = b""
        return text

    def flush(self):
        text = self.buf.decode("utf-8", errors="replace")
        self.buf = b""
        return text
