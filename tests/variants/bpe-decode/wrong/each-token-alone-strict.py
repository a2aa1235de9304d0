# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    out = []
    for i in ids:
        if 0 <= i < 256:
            token = bytes([i])
        elif 256 <= i < 256 + len(merges):
            token = merges[i - 256][0] + merges[i - 256][1]
        else:
            raise ValueError("unknown id")
        out.append(token.decode())
    return "".join(out)
