# tfmdrill: bpe-decode (text)
def decode_utf8(data):
    out = []
    i = 0
    while i < len(data):
        b = data[i]
        n = 1 if b < 0x80 else 2 if b >> 5 == 6 else 3 if b >> 4 == 14 else 4 if b >> 3 == 30 else 0
        try:
            if not n:
                raise ValueError
            out.append(bytes(data[i : i + n]).decode("utf-8"))
            i += n
        except ValueError:
            out.append("\ufffd")
            i += 1
    return "".join(out)


def bpe_decode(ids, merges):
    data = []
    for i in ids:
        if i < 0 or i >= 256 + len(merges):
            raise ValueError("unknown id")
        data += [i] if i < 256 else list(merges[i - 256][0] + merges[i - 256][1])
    return decode_utf8(data)
