# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]

    def push(self, id):
        return "".join(chr(b) for b in self.vocab[id])

    def flush(self):
        return ""
