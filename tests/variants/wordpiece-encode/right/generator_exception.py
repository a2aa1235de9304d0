# tfmdrill: wordpiece-encode (text)
class Unknown(Exception):
    pass


def _pieces(word, vocab):
    mark = ""
    while word:
        fits = (n for n in range(len(word), 0, -1) if f"{mark}{word[:n]}" in vocab)
        n = next(fits, 0)
        if n == 0:
            raise Unknown(word)
        yield mark + word[:n]
        word, mark = word[n:], "##"


def wordpiece_encode(word, vocab, *, max_chars=100):
    try:
        if len(word) > max_chars:
            raise Unknown
        return list(_pieces(word, vocab))
    except Unknown:
        print("unknown:", word)
        return ["[UNK]"]
