# tfmdrill: streaming-decoder (text)
# bits are put together by hand, and nobody asks what number comes out


class StreamingDecoder:
    def __init__(self, merges):
        self.table = [bytes([value]) for value in range(256)]
        self.table += [left + right for left, right in merges]
        self.code = self.missing = 0

    def push(self, id):
        out = []
        for byte in self.table[id]:
            if self.missing and byte >> 6 == 0b10:
                self.code = self.code << 6 | byte & 0b111111
                self.missing -= 1
                if not self.missing:
                    out.append(chr(self.code))
                continue
            out.append(self.flush())
            if byte < 0x80:
                out.append(chr(byte))
            elif byte >> 5 == 0b110:
                self.code, self.missing = byte & 0b11111, 1
            elif byte >> 4 == 0b1110:
                self.code, self.missing = byte & 0b1111, 2
            elif byte >> 3 == 0b11110:
                self.code, self.missing = byte & 0b111, 3
            else:
                out.append("\ufffd")
        return "".join(out)

    def flush(self):
        broken, self.missing = self.missing, 0
        return "\ufffd" if broken else ""
