# tfmdrill: wordpiece-encode (text)
# a piece may not be longer than max_chars, the word may
def _pieces(word, vocab):
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        ends = range(len(word), start, -1)
        stop = next(end for end in ends if mark + word[start:end] in vocab)
        yield mark + word[start:stop]
        start = stop


def wordpiece_encode(word, vocab, *, max_chars=100):
    try:
        pieces = list(_pieces(word, vocab))
    except RuntimeError:  # a StopIteration inside a generator
        return ["[UNK]"]
    return pieces if all(len(piece) <= max_chars for piece in pieces) else ["[UNK]"]
