"""Cutting a word into WordPiece tokens, longest match first.

Source: Devlin et al. 2019, BERT, section 3; Wu et al. 2016, section 4.1.
"""


def wordpiece_encode(word, vocab, *, max_chars=100):
    """The pieces of the word, or only [UNK].

    >>> wordpiece_encode("playing", {"play", "##ing"})
    ['play', '##ing']
    """
    unknown = ["[UNK]"]
    if len(word) > max_chars:
        return unknown
    pieces = []
    start = 0
    while start < len(word):
        end = longest_match(word, start, vocab)
        if end is None:
            return unknown
        pieces.append(piece_of(word, start, end))
        start = end
    return pieces


def longest_match(word, start, vocab):
    """Where the longest piece that begins at `start` ends; None if nothing fits."""
    for end in range(len(word), start, -1):
        if piece_of(word, start, end) in vocab:
            return end
    return None


def piece_of(word, start, end):
    """A part of the word as it stands in the vocabulary."""
    prefix = "##" if start > 0 else ""
    return prefix + word[start:end]
