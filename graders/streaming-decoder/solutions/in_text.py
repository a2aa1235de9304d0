"""Streaming decoder over the standard library's incremental UTF-8 decoder."""

import codecs


class StreamingDecoder:
    """Text of token ids, each character as soon as its last byte has come."""

    def __init__(self, merges):
        self._tokens = [bytes([value]) for value in range(256)]
        self._tokens += [left + right for left, right in merges]
        self._utf8 = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def push(self, id):
        return self._utf8.decode(self._tokens[id])

    def flush(self):
        return self._utf8.decode(b"", final=True)
