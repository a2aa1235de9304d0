# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    number = {bytes([i]): i for i in range(256)}
    ids = list(text.encode("utf-8"))
    for new, (a, b) in enumerate(merges, 256):
        if a + b in number:
            continue
        number[a + b] = new
        ids = join(ids, number[a], number[b], new)
    return join(ids, -1, -1, -1)


def join(ids, a, b, new):
    out = [ids[0]]
    fresh = False
    for x in ids[1:]:
        if out[-1] == a and x == b and not fresh:
            out[-1] = new
            fresh = True
        else:
            out.append(x)
            fresh = False
    return out
