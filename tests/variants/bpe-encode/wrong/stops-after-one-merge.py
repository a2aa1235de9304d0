# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    ids = list(text.encode("utf-8"))
    vocab = {bytes([i]): i for i in range(256)}
    for new, (a, b) in enumerate(merges, 256):
        if a + b in vocab:
            continue
        vocab[a + b] = new
        pair = (vocab[a], vocab[b])
        if pair in list(zip(ids, ids[1:])):
            out, i = [], 0
            while i < len(ids):
                if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
                    out.append(new)
                    i += 2
                else:
                    out.append(ids[i])
                    i += 1
            return out
    return ids
