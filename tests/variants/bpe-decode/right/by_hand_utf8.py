# tfmdrill: bpe-decode (text)
# a UTF-8 decoder by hand, with one U+FFFD for the beginning of a character that breaks off
def _need(b):
    if 0xC2 <= b <= 0xDF:
        return 1
    if 0xE0 <= b <= 0xEF:
        return 2
    if 0xF0 <= b <= 0xF4:
        return 3
    return -1


LOW = {0xE0: 0xA0, 0xF0: 0x90}
HIGH = {0xED: 0x9F, 0xF4: 0x8F}


def utf8(data):
    out = []
    i = 0
    while i < len(data):
        b = data[i]
        i += 1
        if b < 0x80:
            out.append(chr(b))
            continue
        need = _need(b)
        if need < 0:
            out.append("\ufffd")
            continue
        code = b & (0x3F >> need)
        low, high = LOW.get(b, 0x80), HIGH.get(b, 0xBF)
        while need and i < len(data) and low <= data[i] <= high:
            code = code << 6 | data[i] & 0x3F
            low, high = 0x80, 0xBF
            i += 1
            need -= 1
        out.append("\ufffd" if need else chr(code))
    return "".join(out)


def bpe_decode(ids, merges):
    data = []
    for i in ids:
        if not 0 <= i < 256 + len(merges):
            raise ValueError(i)
        data += [i] if i < 256 else [*merges[i - 256][0], *merges[i - 256][1]]
    return utf8(data)
