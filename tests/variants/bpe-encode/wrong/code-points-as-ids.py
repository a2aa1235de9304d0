# tfmdrill: bpe-encode (text)
def bpe_encode(text, merges):
    known = {bytes([i]): i for i in range(256)}
    seq = [ord(c) for c in text]
    done = set()
    for rank, (a, b) in enumerate(merges):
        if (a, b) in done:
            continue
        done.add((a, b))
        x, y, new = known[a], known[b], 256 + rank
        known[a + b] = new
        out = []
        it = iter(range(len(seq)))
        i = 0
        while i < len(seq):
            if seq[i] == x and i + 1 < len(seq) and seq[i + 1] == y:
                out.append(new)
                i += 2
            else:
                out.append(seq[i])
                i += 1
        seq = out
    return seq
