# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return ["[UNK]"]
    vocab |= {"[UNK]"}
    tokens = []
    start = 0
    while start < len(word):
        end = len(word)
        found = None
        while end > start:
            sub = word[start:end]
            if start > 0:
                sub = "##" + sub
            if sub in vocab:
                found = sub
                break
            end -= 1
        if found is None:
            return ["[UNK]"]
        tokens.append(found)
        start = end
    return tokens
