# tfmdrill: bpe-decode (text)
import codecs


def bpe_decode(ids, merges):
    """Feeds a stream decoder token by token and tells it where the end is."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    parts = []
    for i in ids:
        if i < 0:
            raise ValueError("negative id")
        if i < 256:
            piece = bytes((i,))
        else:
            try:
                piece = merges[i - 256][0] + merges[i - 256][1]
            except IndexError:
                raise ValueError(f"id {i}?")
        parts.append(decoder.decode(piece))
    parts.append(decoder.decode(b"", final=True))
    return "".join(parts)
