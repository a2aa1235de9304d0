# tfmdrill: bpe-decode (text)
def bpe_decode(ids, merges):
    tokens = []
    for i in ids:
        if i < 0 or i >= 256 + len(merges):
            raise ValueError(f"unknown id {i}")
        tokens.append(bytes([i]) if i < 256 else merges[i - 256][0] + merges[i - 256][1])
    return b" ".join(tokens).decode("utf-8", "replace")
