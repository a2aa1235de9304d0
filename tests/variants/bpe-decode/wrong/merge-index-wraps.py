# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    out = b""
    for i in ids:
        if i < 0 or i >= 256 + len(merges):
            raise ValueError(f"unknown id {i}")
        if i < 256:
            out += bytes([i])
        else:
            left, right = merges[i - 257]
            out += left + right
    return out.decode("utf-8", "replace")
