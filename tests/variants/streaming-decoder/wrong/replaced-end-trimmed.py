# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges):
        self.v = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.all = b""
        self.shown = ""

    def push(self, id):
        self.all += self.v[id]
        text = self.all.decode("utf-8", "replace").rstrip("\ufffd")
        new = text[len(self.shown) :]
        self.shown = text if len(text) > len(self.shown) else self.shown
        return new

    def flush(self):
        return self.all.decode("utf-8", "replace")[len(self.shown) :]
