# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = {i: bytes([i]) for i in range(256)}
        for i, (a, b) in enumerate(merges):
            self.vocab[256 + i] = a + b

    def push(self, id):
        return self.vocab[id].decode("utf-8", errors="replace")

    def flush(self):
        return ""
