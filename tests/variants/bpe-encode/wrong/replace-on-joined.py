# tfmdrill: bpe-encode (text)
# hex digits of a byte, tokens separated by spaces
def bpe_encode(text, merges):
    ids = {f"{i:02x}": i for i in range(256)}
    line = " ".join(f"{b:02x}" for b in text.encode("utf-8"))
    for i, (a, b) in enumerate(merges):
        ids.setdefault(a.hex() + b.hex(), 256 + i)
        line = line.replace(a.hex() + " " + b.hex(), a.hex() + b.hex())
    return [ids[t] for t in line.split()]
