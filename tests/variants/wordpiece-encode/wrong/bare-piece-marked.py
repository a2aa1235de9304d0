# tfmdrill: wordpiece-encode (text)
# a continuation also matches an entry without ## in front
def _pieces(word, vocab):
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        ends = range(len(word), start, -1)
        stop = next(e for e in ends if {mark + word[start:e], word[start:e]} & vocab)
        yield mark + word[start:stop]
        start = stop


def wordpiece_encode(word, vocab, *, max_chars=100):
    try:
        return list(_pieces(word, vocab)) if len(word) <= max_chars else ["[UNK]"]
    except RuntimeError:  # a StopIteration inside a generator
        return ["[UNK]"]
