# tfmdrill: streaming-decoder (text)
import codecs
import io


class StreamingDecoder:
    __slots__ = ("pipe", "reader", "merges", "at")

    def __init__(self, merges):
        self.merges = merges
        self.pipe = io.BytesIO()
        self.reader = codecs.getreader("utf-8")(self.pipe, errors="replace")
        self.at = 0

    def _piece(self, id):
        if 0 <= id <= 255:
            return bytes((id,))
        return self.merges[id - 256][0] + self.merges[id - 256][1]

    def push(self, id):
        self.pipe.write(self._piece(id))
        self.pipe.seek(self.at)
        text = self.reader.read()
        self.at = self.pipe.tell()
        return text

    def flush(self):
        left = self.reader.bytebuffer
        self.reader.bytebuffer = b""
        return left.decode("utf-8", "replace")
