# tfmdrill: streaming-decoder (text)
# no ranges of their own behind E0, ED, F0 and F4
class StreamingDecoder:
    def __init__(self, merges):
        self._merges = list(merges)
        self._need = self._code = 0

    def push(self, id):
        data = bytes([id]) if id < 256 else b"".join(self._merges[id - 256])
        return "".join(character for byte in data for character in self._byte(byte))

    def _byte(self, b):
        if self._need:
            if 0x80 <= b <= 0xBF:
                self._code, self._need = self._code << 6 | b & 63, self._need - 1
                if not self._need:
                    yield chr(self._code)
                return
            yield "\ufffd"
            self._need = 0
        if b < 0x80:
            yield chr(b)
        elif 0xC2 <= b <= 0xDF:
            self._need, self._code = 1, b & 31
        elif 0xE0 <= b <= 0xEF:
            self._need, self._code = 2, b & 15
        elif 0xF0 <= b <= 0xF4:
            self._need, self._code = 3, b & 7
        else:
            yield "\ufffd"

    def flush(self):
        waits, self._need = self._need, 0
        return "\ufffd" if waits else ""
