# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    for a, b in merges:
        i = 0
        while i + 1 < len(tokens):
            if (tokens[i], tokens[i + 1]) == (a, b):
                tokens[i] = a + b
                del tokens[i + 1]
            i += 1
    made = [a + b for a, b in merges]
    return [made.index(t) if len(t) > 1 else t[0] for t in tokens]
