# tfmdrill: streaming-decoder (text)
def stable(data):
    """How many bytes at the front no later byte can change."""
    for back in range(1, min(4, len(data) + 1)):
        lead = data[-back]
        if lead >= 0xC0:
            size = 2 + (lead >= 0xE0) + (lead >= 0xF0)
            return len(data) - back if back < size else len(data)
        if lead < 0x80:
            break
    return len(data)


class StreamingDecoder:
    def __init__(self, merges):
        self.tokens = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
        self.ids = []
        self.shown = 0

    def _text(self, upto=None):
        data = b"".join(self.tokens[i] for i in self.ids)
        n = stable(data) if upto is None else len(data)
        return data[:n].decode("utf-8", "replace")

    def push(self, id):
        self.ids.append(id)
        text = self._text()
        new, self.shown = text[self.shown :], len(text)
        return new

    def flush(self):
        new = self._text(upto="end")[self.shown :]
        self.ids, self.shown = [], 0
        return new
