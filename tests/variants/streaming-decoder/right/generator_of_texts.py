# tfmdrill: streaming-decoder (text)
import io


class StreamingDecoder:
    def __init__(self, merges):
        self.merges = merges
        self.gen = self._run()
        next(self.gen)

    def _run(self):
        buf, final, out = b"", False, ""
        while True:
            token = yield out
            if token is None:
                out, buf = buf.decode("utf-8", "replace"), b""
                continue
            buf += token
            out = ""
            while buf:
                try:
                    out += buf.decode()
                    buf = b""
                except UnicodeDecodeError as e:
                    out += buf[: e.start].decode()
                    if e.end == len(buf) and e.reason == "unexpected end of data":
                        buf = buf[e.start :]
                        break
                    out += "\ufffd"
                    buf = buf[e.end :]

    def push(self, id):
        return self.gen.send(bytes([id]) if id < 256 else b"".join(self.merges[id - 256]))

    def flush(self):
        return self.gen.send(None)
