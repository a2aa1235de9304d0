# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    vocab = {bytes([i]): i for i in range(256)}
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    for n, (a, b) in enumerate(merges):
        if a + b in vocab:
            continue
        vocab[a + b] = 256 + n
        for i in range(len(tokens) - 1):
            if tokens[i] == a and tokens[i + 1] == b:
                tokens = tokens[:i] + [a + b] + tokens[i + 2 :]
                break
    return [vocab[t] for t in tokens]
