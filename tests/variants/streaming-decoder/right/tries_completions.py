# tfmdrill: streaming-decoder (text)
from dataclasses import dataclass, field


@dataclass
class StreamingDecoder:
    merges: list
    held: bytes = b""

    def push(self, id):
        data = self.held + (
            bytes([id]) if id < 256 else self.merges[id - 256][0] + self.merges[id - 256][1]
        )
        # the longest end that is a proper beginning of a character
        for k in (3, 2, 1):
            tail = data[len(data) - k :] if len(data) >= k else None
            if tail and self._begins(tail):
                self.held = tail
                return data[:-k].decode("utf-8", "replace")
        self.held = b""
        return data.decode("utf-8", "replace")

    @staticmethod
    def _begins(t):
        fill = [b"\x80", b"\x90", b"\xbf"]

        def ok(x, left):
            try:
                x.decode()
                return left >= 0 and len(x.decode()) == 1
            except UnicodeDecodeError:
                return left > 0 and any(ok(x + f, left - 1) for f in fill)

        if t[0] < 0xC2:
            return False
        try:
            t.decode()
            return False
        except UnicodeDecodeError:
            return ok(t, 4 - len(t))

    def flush(self):
        out, self.held = self.held.decode("utf-8", "replace"), b""
        return out
