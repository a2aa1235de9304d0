# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return ["[UNK]"]
    out = []
    while word:
        for i in range(len(word)):
            piece = "##" + word[i:] if i else word
            if piece in vocab:
                out.append(piece)
                word = word[:i]
                break
        else:
            return ["[UNK]"]
    return out[::-1]
