# tfmdrill: streaming-decoder (text)
# utf-8 with surrogatepass: ED A0 80 comes out as a surrogate
class StreamingDecoder:
    def __init__(self, merges):
        self.merges, self.rest = merges, b""

    def bytes_of(self, id):
        return id.to_bytes(1, "big") if id < 256 else b"".join(self.merges[id - 256])

    def push(self, id):
        self.rest += self.bytes_of(id)
        said = ""
        while self.rest:
            try:
                said, self.rest = said + self.rest.decode("utf-8", "surrogatepass"), b""
            except UnicodeDecodeError as trouble:
                said += self.rest[: trouble.start].decode("utf-8")
                if trouble.reason == "unexpected end of data":
                    self.rest = self.rest[trouble.start :]
                    return said
                said += chr(0xFFFD)
                self.rest = self.rest[trouble.end :]
        return said

    def flush(self):
        last, self.rest = self.rest.decode("utf-8", "replace"), b""
        return last
