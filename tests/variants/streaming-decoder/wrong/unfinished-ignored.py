# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]

    def push(self, id):
        return self.vocab[id].decode("utf-8", errors="ignore")

    def flush(self):
        return ""
