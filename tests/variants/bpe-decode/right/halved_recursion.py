# tfmdrill: bpe-decode (text)
class UnknownId(ValueError): ...


def bpe_decode(ids, merges):
    def rec(ids):
        if len(ids) == 0:
            return b""
        if len(ids) == 1:
            (i,) = ids
            if i < 0 or i > 255 + len(merges):
                raise UnknownId(i)
            return b"".join(merges[i - 256]) if i > 255 else bytes([i])
        h = len(ids) // 2
        return rec(ids[:h]) + rec(ids[h:])

    return rec(ids).decode(errors="replace")
