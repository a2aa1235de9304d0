# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    """str.replace done right: a separator on both sides of every token."""
    ids = "".join(f"<{b}>" for b in text.encode())
    names = {bytes([i]): i for i in range(256)}
    for i, (l, r) in enumerate(merges):
        if l + r not in names:
            names[l + r] = 256 + i
            ids = ids.replace(f"<{names[l]}><{names[r]}>", f"<{256 + i}>")
    return [int(x) for x in ids[1:-1].split("><")] if ids else []
