# tfmdrill: wordpiece-encode (text)
UNK = "[UNK]"


def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return [UNK]
    first = next(word[:i] for i in range(len(word), -1, -1) if i == 0 or word[:i] in vocab)
    if first == "" and word[0] not in vocab:
        return [UNK]
    result = [first]
    rest = word[len(first) :]
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
