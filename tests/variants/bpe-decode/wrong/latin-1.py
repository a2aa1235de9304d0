# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    text = ""
    for i in ids:
        if i < 0 or i >= 256 + len(merges):
            raise ValueError("unknown id")
        token = bytes([i]) if i < 256 else merges[i - 256][0] + merges[i - 256][1]
        text += "".join(chr(b) for b in token)
    return text
