# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    out = b""
    for i in ids:
        if i < 0 or i >= 256 + len(merges):
            raise ValueError("bad id " + str(i))
        if i < 256:
            out += bytes([i])
        else:
            a, b = merges[i - 256]
            out = out + a + b
    return out.decode("utf-8", errors="replace")
