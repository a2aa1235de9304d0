# tfmdrill: wordpiece-encode (text)
from unicodedata import normalize


def wordpiece_encode(word, vocab, *, max_chars=100):
    word = normalize("NFC", word)
    if len(word) > max_chars:
        return ["[UNK]"]
    out, i = [], 0
    while i < len(word):
        for j in range(len(word), i, -1):
            piece = ("##" if i else "") + word[i:j]
            if piece in vocab:
                out.append(piece)
                i = j
                break
        else:
            return ["[UNK]"]
    return out
