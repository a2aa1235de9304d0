# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    enc = {bytes([i]): i for i in range(256)}
    for n, (a, b) in enumerate(merges):
        enc[a + b] = 256 + n
    dec = {i: t for t, i in enc.items()}
    try:
        return b"".join(dec[i] for i in ids).decode("utf-8", "replace")
    except KeyError as e:
        raise ValueError("unknown id") from e
