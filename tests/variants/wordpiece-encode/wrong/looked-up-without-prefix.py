# tfmdrill: wordpiece-encode (text)
UNK = "[UNK]"


def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return [UNK]
    result = []
    rest = word
    while rest != "":
        prefix = "" if not result else "##"
        for i in range(len(rest), 0, -1):
            if rest[:i] in vocab:
                result.append(prefix + rest[:i])
                rest = rest[i:]
                break
        else:
            return [UNK]
    return result
