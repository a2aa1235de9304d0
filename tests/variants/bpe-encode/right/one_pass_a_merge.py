# tfmdrill: bpe-encode (text)
# by induction: a merge can only enable merges of higher rank, so one pass each is enough
def bpe_encode(text: str, merges: list[tuple[bytes, bytes]]) -> list[int]:
    names = [bytes((i,)) for i in range(256)]
    where = {name: i for i, name in enumerate(names)}
    ids = [*text.encode()]
    for new, (left, right) in enumerate(merges, 256):
        a, b = where[left], where[right]
        where.setdefault(left + right, new)
        if where[left + right] != new:
            continue
        out = []
        for x in ids:
            if out and out[-1] == a and x == b:
                out[-1] = new
            else:
                out.append(x)
        ids = out
    return ids
