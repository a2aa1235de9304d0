# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return ["[UNK]"]
    result = []
    i = 0
    while i < len(word):
        j = len(word)
        found = None
        while j > i and found is None:
            s = word[i:j]
            if i > 0 and "##" + s in vocab:
                found = "##" + s
            elif s in vocab:
                found = s
            else:
                j -= 1
        if found is None:
            return ["[UNK]"]
        result.append(found)
        i = j
    return result
