# tfmdrill: bpe-decode (text)
import functools
import warnings


def checked(f):
    @functools.wraps(f)
    def g(ids, merges):
        warnings.warn("checking ids")
        top = 256 + len(merges)
        for i in ids:
            if i < 0 or top <= i:
                raise ValueError(f"{i} not in [0, {top})")
        return f(ids, merges)

    return g


@checked
def bpe_decode(ids, merges):
    from codecs import decode

    def piece(i):
        match divmod(i, 256):
            case (0, b):
                return bytes([b])
            case _:
                left, right = merges[i - 256]
                return left + right

    return decode(b"".join(piece(i) for i in ids), "utf-8", "replace")
