# tfmdrill: streaming-decoder (text)
import copy
import functools


class _Decoder:
    held = b""  # immutable: assigning makes one of the object's own

    def push(self, id):
        data = self.held + self.piece(id)
        keep = 0
        while keep < 3 and keep < len(data) and data[-1 - keep] & 0xC0 == 0x80:
            keep += 1
        if keep < len(data) and data[-1 - keep] >= 0xC0:
            keep += 1
            lead = data[-keep]
            if keep >= (2 if lead < 0xE0 else 3 if lead < 0xF0 else 4):
                keep = 0
        else:
            keep = 0
        self.held = data[len(data) - keep :]
        return data[: len(data) - keep].decode(errors="replace")

    def flush(self):
        text, self.held = self.held.decode(errors="replace"), b""
        return text


def _build(prototype, merges):
    decoder = copy.copy(prototype)
    merges = tuple(merges)
    decoder.piece = lambda id: bytes([id]) if id < 256 else b"".join(merges[id - 256])
    return decoder


StreamingDecoder = functools.partial(_build, _Decoder())
