# tfmdrill: streaming-decoder (text)
import codecs


def _running(vocab):
    utf8 = codecs.getincrementaldecoder("utf8")("replace")
    token = yield
    while token is not None:
        token = yield utf8.decode(vocab[token])
    yield utf8.decode(b"", True)


class StreamingDecoder:
    def __init__(self, merges):
        vocab = [*(bytes([i]) for i in range(256)), *(l + r for l, r in merges)]
        self.send = _running(vocab).send
        self.send(None)

    def push(self, id):
        return self.send(id)

    def flush(self):
        return self.send(None)
