"""Decoding a stream of byte-pair tokens without breaking characters.

Source: Yergeau 2003, UTF-8 (RFC 3629), sections 3 and 4.
"""

ERRORS = "replace"


class StreamingDecoder:
    """Text of token ids, each character as soon as its last byte has come.

    >>> decoder = StreamingDecoder([(b"a", b"\\xc3")])
    >>> decoder.push(256), decoder.push(0xA9), decoder.flush()
    ('a', 'é', '')
    """

    def __init__(self, merges):
        self.table = token_bytes(merges)
        self.held = bytearray()

    def push(self, id):
        """The text that the id completes."""
        data = bytes(self.held) + self.table[id]
        end = len(data) - unfinished_bytes(data)
        text = data[:end].decode("utf-8", ERRORS)
        self.held[:] = data[end:]
        return text

    def flush(self):
        """The text of what is still held."""
        data = bytes(self.held)
        self.held.clear()
        return data.decode("utf-8", ERRORS)


def unfinished_bytes(data):
    """How many bytes at the end begin a character that needs more of them, 0 to 3."""
    longest = 3
    for size in range(1, min(longest, len(data)) + 1):
        lead = data[-size]
        if lead < 0x80:
            return 0
        if lead >= 0xC0:
            needed = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
            return size if size < needed else 0
    return 0


def token_bytes(merges):
    """The bytes of every id: single bytes, then the results of the merges in order."""
    table = {value: bytes([value]) for value in range(256)}
    first = 256
    for rank, (left, right) in enumerate(merges):
        table[first + rank] = left + right
    return table
