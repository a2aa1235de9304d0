# tfmdrill: streaming-decoder (text)
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class State:
    code: int = 0
    need: int = 0
    low: int = 0x80
    high: int = 0xBF


@dataclass
class StreamingDecoder:
    """Byte by byte, no decode at all."""

    merges: list
    state: State = field(default_factory=State, init=False)

    def push(self, id):
        data = bytes([id]) if id < 256 else b"".join(self.merges[id - 256])
        return "".join(map(self._byte, data))

    def _byte(self, b):
        s = self.state
        if s.need:
            if s.low <= b <= s.high:
                s.code = s.code << 6 | b & 0x3F
                s.need, s.low, s.high = s.need - 1, 0x80, 0xBF
                return chr(s.code) if not s.need else ""
            self.state = State()
            return "\ufffd" + self._byte(b)
        if b < 0x80:
            return chr(b)
        if 0xC2 <= b < 0xE0:
            self.state = State(b & 0x1F, 1)
        elif 0xE0 <= b < 0xF0:
            low, high = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F)}.get(b, (0x80, 0xBF))
            self.state = State(b & 0x0F, 2, low, high)
        elif 0xF0 <= b < 0xF5:
            low, high = {0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}.get(b, (0x80, 0xBF))
            self.state = State(b & 0x07, 3, low, high)
        else:
            return "\ufffd"
        return ""

    def flush(self):
        pending, self.state = self.state.need, State()
        return "\ufffd" if pending else ""
