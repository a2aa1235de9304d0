# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.word = b""

    def push(self, id):
        self.word += self.vocab[id]
        cut = max(self.word.rfind(b" "), self.word.rfind(b"\n")) + 1
        done, self.word = self.word[:cut], self.word[cut:]
        return done.decode("utf-8", "replace")

    def flush(self):
        done, self.word = self.word, b""
        return done.decode("utf-8", "replace")
