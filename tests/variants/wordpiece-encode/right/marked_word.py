# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, *, max_chars=100):
    """Moves the mark along: '##' stands before what is still to be cut."""
    if word.__len__() > max_chars:
        return ["[UNK]"]
    todo, cut = word, []
    while todo not in ("", "##"):
        piece = todo
        floor = 2 if cut else 0
        while len(piece) > floor and piece not in vocab:
            piece = piece[:-1]
        if len(piece) == floor:
            return ["[UNK]"]
        cut.append(piece)
        todo = "##" + todo[len(piece):]
    return cut
