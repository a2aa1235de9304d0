# tfmdrill: segmentation-stats (text)
def encode(data, merges):
    toks = [data[i : i + 1] for i in range(len(data))]
    for a, b in merges:
        i = 0
        while i < len(toks) - 1:
            if toks[i] == a and toks[i + 1] == b:
                toks[i : i + 2] = [a + b]
            i += 1
    return toks


def get_words(text):
    words = []
    for i, part in enumerate(text.split(" ")):
        if part:
            words.append(part)
    return words


def segmentation_stats(text, merges):
    words = [w.encode() for w in get_words(text)]
    encoded = [encode(w, merges) for w in words]
    total = sum(len(e) for e in encoded)
    if total == 0:
        return {"tokens_per_word": 0, "bytes_per_token": 0, "single_token_words": 0}
    return {
        "tokens_per_word": total / len(encoded),
        "bytes_per_token": sum(len(w) for w in words) / total,
        "single_token_words": sum(len(e) == 1 for e in encoded),
    }
