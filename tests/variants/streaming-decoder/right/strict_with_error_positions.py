# tfmdrill: streaming-decoder (text)
class StreamingDecoder:
    """Decodes strictly and looks at where and why it failed."""

    def __init__(self, merges: list[tuple[bytes, bytes]]) -> None:
        self._merges = merges
        self._rest = bytearray()

    def push(self, id: int) -> str:
        if id < 256:
            self._rest.append(id)
        else:
            for part in self._merges[id - 256]:
                self._rest.extend(part)
        out = ""
        while self._rest:
            try:
                out += self._rest.decode("utf-8")
                self._rest.clear()
            except UnicodeDecodeError as e:
                out += self._rest[: e.start].decode("utf-8")
                if e.reason == "unexpected end of data":
                    del self._rest[: e.start]
                    break
                out += "\ufffd"
                del self._rest[: e.end]
        return out

    def flush(self) -> str:
        text = self._rest.decode("utf-8", "replace")
        self._rest.clear()
        return text
