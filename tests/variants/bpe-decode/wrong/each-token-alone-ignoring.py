# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    strings = [bytes([i]).decode("utf-8", "ignore") for i in range(256)]
    strings += [(a + b).decode("utf-8", "ignore") for a, b in merges]
    if any(not 0 <= i < len(strings) for i in ids):
        raise ValueError("unknown id")
    return "".join(strings[i] for i in ids)
