# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    def __init__(self, merges, pending=[]):
        self.vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.pending = pending

    def push(self, id):
        self.pending.extend(self.vocab[id])
        keep = 0
        for k in range(1, min(3, len(self.pending)) + 1):
            b = self.pending[-k]
            if b >= 0xC0:
                keep = k if k < (2 if b < 0xE0 else 3 if b < 0xF0 else 4) else 0
                break
            if b < 0x80:
                break
        n = len(self.pending) - keep
        text = bytes(self.pending[:n]).decode("utf-8", "replace")
        del self.pending[:n]
        return text

    def flush(self):
        text = bytes(self.pending).decode("utf-8", "replace")
        self.pending.clear()
        return text
