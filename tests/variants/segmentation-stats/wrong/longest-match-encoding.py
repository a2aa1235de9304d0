# tfmdrill: segmentation-stats (text)
def encode(data, merges):
    vocab = {a + b for a, b in merges} | {bytes([i]) for i in range(256)}
    toks = []
    while data:
        n = max(k for k in range(1, len(data) + 1) if data[:k] in vocab)
        toks.append(data[:n])
        data = data[n:]
    return toks


def get_words(text):
    words = []
    for i, part in enumerate(text.split(" ")):
        if part:
            words.append(part if i == 0 else " " + part)
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
