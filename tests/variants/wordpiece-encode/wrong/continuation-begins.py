# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return ["[UNK]"]

    def rec(rest, pre):
        if not rest:
            return []
        for n in range(len(rest), 0, -1):
            hit = pre + rest[:n] if pre + rest[:n] in vocab else "##" + rest[:n]
            if hit in vocab:
                tail = rec(rest[n:], "##")
                return None if tail is None else [hit, *tail]
        return None

    got = rec(word, "")
    return ["[UNK]"] if got is None else got
