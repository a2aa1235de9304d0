# tfmdrill: streaming-decoder (text)
# C0 and C1 begin characters
class StreamingDecoder:
    def __init__(self, merges):
        self._m = list(merges)
        self._need, self._low, self._high, self._code = 0, 0x80, 0xBF, 0

    def push(self, id):
        out = []
        for b in bytes([id]) if id < 256 else self._m[id - 256][0] + self._m[id - 256][1]:
            out.extend(self._byte(b))
        return "".join(out)

    def _byte(self, b):
        if self._need:
            if self._low <= b <= self._high:
                self._code, self._need, self._low, self._high = (
                    self._code << 6 | b & 63,
                    self._need - 1,
                    0x80,
                    0xBF,
                )
                if not self._need:
                    yield chr(self._code)
                return
            yield "\ufffd"
            self._need, self._low, self._high = 0, 0x80, 0xBF
        if b < 0x80:
            yield chr(b)
        elif 0xC0 <= b <= 0xDF:
            self._need, self._code = 1, b & 31
        elif 0xE0 <= b <= 0xEF:
            self._need, self._code = 2, b & 15
            self._low, self._high = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F)}.get(b, (0x80, 0xBF))
        elif 0xF0 <= b <= 0xF4:
            self._need, self._code = 3, b & 7
            self._low, self._high = {0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}.get(b, (0x80, 0xBF))
        else:
            yield "\ufffd"

    def flush(self):
        waits, self._need = self._need, 0
        return "\ufffd" if waits else ""
