# tfmdrill: bpe-decode (text)
import unicodedata
def bpe_decode(ids, merges):
    table = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    if any(i < 0 or i >= len(table) for i in ids): raise ValueError
    return unicodedata.normalize("NFC", b"".join(table[i] for i in ids).decode("utf-8", "replace"))
