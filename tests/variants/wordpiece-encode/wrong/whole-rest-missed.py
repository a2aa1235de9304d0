# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return ["[UNK]"]
    tokens, rest = [], word
    while rest:
        prefix = "##" if tokens else ""
        n = next((n for n in range(len(rest) - 1 or 1, 0, -1) if prefix + rest[:n] in vocab), 0)
        if n == 0:
            return ["[UNK]"]
        tokens.append(prefix + rest[:n])
        rest = rest[n:]
    return tokens
