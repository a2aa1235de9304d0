# tfmdrill: wordpiece-encode (text)
import functools
import warnings


def limited(f):
    @functools.wraps(f)
    def g(word, vocab, *, max_chars=100):
        if len(word) > max_chars:
            warnings.warn(f"{len(word)} characters")
            return ["[UNK]"]
        return f(word, vocab)

    return g


@limited
def wordpiece_encode(word, vocab):
    match word:
        case "":
            return []
        case _ if word in vocab:
            return [word]
    head = next((word[:k] for k in range(len(word) - 1, 0, -1) if word[:k] in vocab), None)
    if head is None:
        return ["[UNK]"]
    out, at = [head], len(head)
    while at < len(word):
        size = next((k for k in range(len(word) - at, 0, -1) if "##" + word[at : at + k] in vocab), 0)
        if not size:
            return ["[UNK]"]
        out.append("##" + word[at : at + size])
        at += size
    return out
