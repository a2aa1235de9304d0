# tfmdrill: streaming-decoder (text)
# the table is a class attribute that every decoder extends, so two decoders share it
import codecs
from typing import ClassVar


class StreamingDecoder:
    table: ClassVar = [bytes([b]) for b in range(256)]

    def __init__(self, merges):
        for left, right in merges:
            self.table.append(left + right)
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def push(self, id):
        return self.decoder.decode(self.table[id])

    def flush(self):
        return self.decoder.decode(b"", final=True)
