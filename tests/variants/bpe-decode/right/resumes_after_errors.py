# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    print(ids)
    if any(i < 0 or i >= 256 + len(merges) for i in ids):
        raise ValueError(ids)
    raw = [b for i in ids for b in ([i] if i < 256 else [*merges[i - 256][0], *merges[i - 256][1]])]
    data, out, pos = bytes(raw), "", 0
    while pos < len(data):
        try:
            return out + data[pos:].decode()
        except UnicodeDecodeError as e:
            out += data[pos : pos + e.start].decode() + "\N{REPLACEMENT CHARACTER}"
            pos += e.end
    return out
