# tfmdrill: wordpiece-encode (text)
import unicodedata

UNK = "[UNK]"


def strip_accents(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return [UNK]
    result = []
    rest = strip_accents(word)
    while rest != "":
        prefix = "" if not result else "##"
        for i in range(len(rest), 0, -1):
            if prefix + rest[:i] in vocab:
                result.append(prefix + rest[:i])
                rest = rest[i:]
                break
        else:
            return [UNK]
    return result
