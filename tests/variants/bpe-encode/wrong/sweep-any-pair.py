# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    number = {bytes([i]): i for i in range(256)}
    table = {}
    for i, (left, right) in enumerate(merges):
        if (number[left], number[right]) not in table:
            table[number[left], number[right]] = 256 + i
            number[left + right] = 256 + i
    ids = list(text.encode("utf-8"))
    while True:
        out = []
        i = 0
        while i < len(ids):
            pair = (ids[i], ids[i + 1]) if i + 1 < len(ids) else None
            if pair in table:
                out.append(table[pair])
                i += 2
            else:
                out.append(ids[i])
                i += 1
        if len(out) == len(ids):
            return ids
        ids = out
