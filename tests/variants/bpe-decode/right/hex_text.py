# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges, **options):
    table = [f"{i:02x}" for i in range(256)] + [(a + b).hex() for a, b in merges]
    hexes = []
    for i in ids:
        if i != abs(i) or i >= len(table):
            raise ValueError("id out of range: %d" % i)
        hexes.append(table[i])
    return bytes.fromhex("".join(hexes)).decode("utf-8", "replace")
