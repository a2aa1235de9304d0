# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.pending = b""

    def push(self, id):
        data = self.pending + self.vocab[id]
        self.pending = b""
        if data[-1] >= 0xC0:  # first byte of a character: wait for the rest
            self.pending = data[-1:]
            data = data[:-1]
        return data.decode("utf-8", "replace")

    def flush(self):
        text = self.pending.decode("utf-8", "replace")
        self.pending = b""
        return text
