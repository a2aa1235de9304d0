# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, *, max_chars=100):
    n = len(word)
    if n > max_chars:
        return ["[UNK]"]
    # shortest path from the end; the longer piece on a tie
    best = [None] * n + [[]]
    for i in range(n - 1, -1, -1):
        for j in range(n, i, -1):
            piece = ("##" if i > 0 else "") + word[i:j]
            if piece in vocab and best[j] is not None:
                if best[i] is None or 1 + len(best[j]) < len(best[i]):
                    best[i] = [piece] + best[j]
    return best[0] if best[0] is not None else ["[UNK]"]
