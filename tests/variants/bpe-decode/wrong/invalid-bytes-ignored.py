# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    data = bytearray()
    for i in ids:
        if i < 0 or i >= 256 + len(merges):
            raise ValueError(i)
        data.extend(bytes([i]) if i < 256 else merges[i - 256][0] + merges[i - 256][1])
    return data.decode("utf-8", errors="ignore")
