# tfmdrill: streaming-decoder (text)
# the whole buffer is held back as long as it doesn't decode, also its complete characters
class StreamingDecoder:
    def __init__(self, merges):
        self.table = [bytes([b]) for b in range(256)]
        self.table.extend(left + right for left, right in merges)
        self.buffer = bytearray()

    def push(self, id):
        self.buffer += self.table[id]
        try:
            text = self.buffer.decode("utf-8")
        except UnicodeDecodeError as e:
            if e.reason == "unexpected end of data":
                return ""
            return self._settle()
        self.buffer.clear()
        return text

    def _settle(self):
        import codecs

        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        text = decoder.decode(bytes(self.buffer))
        self.buffer = bytearray(decoder.getstate()[0])
        return text

    def flush(self):
        text = self.buffer.decode("utf-8", "replace")
        self.buffer.clear()
        return text
