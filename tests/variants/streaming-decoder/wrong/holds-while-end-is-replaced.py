# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.ids = []
        self.sent = 0

    def push(self, id):
        self.ids.append(id)
        text = b"".join(self.vocab[i] for i in self.ids).decode("utf-8", "replace")
        if text.endswith("\ufffd"):
            return ""
        new = text[self.sent :]
        self.sent = len(text)
        return new

    def flush(self):
        text = b"".join(self.vocab[i] for i in self.ids).decode("utf-8", "replace")
        return text[self.sent :]
