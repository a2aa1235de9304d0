"""WordPiece encoding, longest match first."""


def wordpiece_encode(word, vocab, *, max_chars=100):
    """The pieces of the word, continuations with ##; ["[UNK]"] if it can't be cut."""
    if len(word) > max_chars:
        return ["[UNK]"]
    pieces = []
    rest = word
    while rest:
        mark = "##" if pieces else ""
        size = len(rest)
        while size and mark + rest[:size] not in vocab:
            size -= 1
        if not size:
            return ["[UNK]"]
        pieces.append(mark + rest[:size])
        rest = rest[size:]
    return pieces
