# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    for a, b in merges:
        out = []
        i = 0
        while i < len(tokens):
            if i + 1 < len(tokens) and tokens[i] == a and tokens[i + 1] == b:
                out.append(a + b)
                i += 2
            else:
                out.append(tokens[i])
                i += 1
        tokens = out
    return tokens
