# tfmdrill: wordpiece-encode (text)
from functools import partial


def encode(marks, word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return ("[UNK]",)
    pieces = ()
    left, right = 0, len(word)
    while left < len(word):
        candidate = marks[left > 0] + word[left:right]
        if candidate in vocab:
            pieces += (candidate,)
            left, right = right, len(word)
        elif right == left + 1:
            return ("[UNK]",)
        else:
            right -= 1
    return pieces


wordpiece_encode = partial(encode, ("", "##"))
