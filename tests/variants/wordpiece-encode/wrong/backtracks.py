# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return ["[UNK]"]
    dead = set()

    def search(i):
        if i == len(word):
            return []
        if i in dead:
            return None
        for j in range(len(word), i, -1):
            piece = word[i:j] if i == 0 else "##" + word[i:j]
            if piece in vocab:
                tail = search(j)
                if tail is not None:
                    return [piece] + tail
        dead.add(i)
        return None

    pieces = search(0)
    return pieces if pieces is not None else ["[UNK]"]
