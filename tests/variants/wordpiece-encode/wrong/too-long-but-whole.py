# tfmdrill: wordpiece-encode (text)
# a shortcut for whole words, taken before the length is looked at
def _pieces(word, vocab):
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        ends = range(len(word), start, -1)
        stop = next(end for end in ends if mark + word[start:end] in vocab)
        yield mark + word[start:stop]
        start = stop


def wordpiece_encode(word, vocab, *, max_chars=100):
    if word in vocab:
        return [word]
    try:
        return list(_pieces(word, vocab)) if len(word) <= max_chars else ["[UNK]"]
    except RuntimeError:  # a StopIteration inside a generator
        return ["[UNK]"]
