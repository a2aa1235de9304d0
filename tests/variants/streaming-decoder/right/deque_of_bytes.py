# tfmdrill: streaming-decoder (text)
from collections import deque


def length(lead):
    return 1 if lead < 0xC0 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


class StreamingDecoder:
    """Groups: a lead byte and the continuation bytes behind it; only the last group can wait."""

    def __init__(self, merges, **options):
        self.table = dict(enumerate([bytes([i]) for i in range(256)] + [a + b for a, b in merges]))
        self.group = deque()

    def push(self, id):
        out = []
        for byte in self.table[id]:
            if byte & 0xC0 != 0x80 and self.group:
                out.append(self._emit())
            self.group.append(byte)
            if len(self.group) >= length(self.group[0]):
                out.append(self._emit())
        return "".join(out)

    def _emit(self):
        data = bytes(self.group)
        self.group.clear()
        return data.decode("utf-8", "replace")

    def flush(self):
        return self._emit()
